#!/usr/bin/env node
// Runs the command for this system, which the package holds.
"use strict";

const { existsSync } = require("node:fs");
const { constants } = require("node:os");
const { join } = require("node:path");
const { spawn } = require("node:child_process");

const system = `${process.platform}-${process.arch}`;
const name = process.platform === "win32" ? "typelog.exe" : "typelog";
const binary = join(__dirname, "binaries", system, name);
if (!existsSync(binary)) {
  console.error(`typelog: this package has no binary for ${system}`);
  process.exit(101);
}

const command = spawn(binary, process.argv.slice(2), { stdio: "inherit" });
// A terminal sends an interrupt to both; who ends this process means the command.
process.on("SIGINT", () => {});
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => command.kill(signal));
command.on("error", (error) => {
  console.error(`typelog: ${error.message}`);
  process.exit(101);
});
command.on("exit", (status, signal) => process.exit(signal ? 128 + constants.signals[signal] : status));
