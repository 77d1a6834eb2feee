-- Neovim 0.11 or later: put this into `init.lua`, or into `lsp/typelog.lua` without the last line.

vim.filetype.add({
  extension = {
    pp = "pcl",
    hcl = "hcl",
    tf = "terraform",
    tofu = "opentofu",
    tfvars = "terraform-vars",
    dl = "typelog-rules",
  },
  pattern = { [".*%.tf%.json"] = "json.terraform", [".*%.tofu%.json"] = "json.terraform" },
})

vim.lsp.config("typelog", {
  cmd = { "typelog", "lsp" },
  filetypes = {
    "pcl",
    "hcl",
    "terraform",
    "terraform-vars",
    "opentofu",
    "opentofu-vars",
    "json.terraform",
    "typelog-rules",
  },
  root_markers = { "typelog.toml", ".terraform", ".git" },
})

-- The whole proof at the cursor, in a window of its own.
vim.api.nvim_create_user_command("TypelogProof", function()
  local client = vim.lsp.get_clients({ name = "typelog", bufnr = 0 })[1]
  if not client then
    return
  end
  local place = vim.lsp.util.make_position_params(0, client.offset_encoding)
  local argument = { uri = place.textDocument.uri, position = place.position }
  client:request("workspace/executeCommand", { command = "typelog.proof", arguments = { argument } }, function(_, proof)
    if proof then
      vim.lsp.util.open_floating_preview(vim.split(proof.text, "\n"), "text", { border = "single" })
    end
  end)
end, {})

vim.lsp.enable("typelog")
