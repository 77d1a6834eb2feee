-- The questions of `try-neovim.sh` about the module in the current directory. Each answer is a line; a wrong one ends Neovim with 1.

local wrong = 0

local function told(question, is_right, found)
  if not is_right then
    wrong = wrong + 1
    found = vim.inspect(found)
  end
  io.stdout:write((is_right and "right  " or "wrong  ") .. question .. (is_right and "" or ": " .. found) .. "\n")
end

local function waited(condition)
  return vim.wait(20000, condition, 20)
end

-- The position of the first letter of a text in the buffer, and so many letters after it.
local function place(text, behind)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local start = line:find(text, 1, true)
    if start then
      return { line = number - 1, character = start - 1 + (behind or 0) }
    end
  end
  error("there is no " .. text)
end

local function ask(method, position, more)
  local params = { textDocument = { uri = vim.uri_from_bufnr(0) }, position = position }
  local answers = vim.lsp.buf_request_sync(0, method, vim.tbl_extend("force", params, more or {}), 20000)
  for _, answer in pairs(answers or {}) do
    return answer.result
  end
end

local function replace(old, new)
  local at = place(old)
  vim.api.nvim_buf_set_text(0, at.line, at.character, at.line, at.character + #old, { new })
end

local function codes()
  return vim.tbl_map(function(found)
    return found.code
  end, vim.diagnostic.get(0))
end

local function asked()
  vim.cmd.edit("main.tf")
  local attached = waited(function()
    return #vim.lsp.get_clients({ bufnr = 0, name = "typelog" }) == 1
  end)
  told("the server attaches to a module of Terraform", attached, vim.bo.filetype)

  local definition = ask("textDocument/definition", place("var.region", 5))
  told("definition of a variable", definition and definition.uri:match("variables.tf$") ~= nil, definition)

  local references = ask("textDocument/references", place("names = [", 1), { context = { includeDeclaration = true } })
  told("references of a local value", references and #references == 3, references)

  local hover = ask("textDocument/hover", place("var.cidr", 5))
  told("hover of a variable", hover and hover.contents.value:match("string") ~= nil, hover)

  local renamed = ask("textDocument/rename", place("local.name}", 7), { newName = "label" })
  told("rename of a local value", renamed and vim.tbl_count(renamed.changes) == 2, renamed)

  local locals = place("locals {")
  vim.api.nvim_buf_set_lines(0, locals.line + 1, locals.line + 1, false, { "  more = var." })
  local completion = ask("textDocument/completion", place("more = var.", 11))
  local labels = vim.tbl_map(function(item)
    return item.label
  end, completion and completion.items or {})
  told("completion of variables", vim.tbl_contains(labels, "region") and vim.tbl_contains(labels, "ports"), labels)
  vim.cmd.undo()

  replace("var.region", "var.regoin")
  told("diagnostics of a misspelt name", waited(function()
    return vim.tbl_contains(codes(), "unknown-variable")
  end), codes())
  replace("var.regoin", "var.region")
  told("no diagnostics of a right module", waited(function()
    return not vim.tbl_contains(codes(), "unknown-variable")
  end), codes())

  replace("cidr = var.cidr", "cidr=var.cidr")
  vim.lsp.buf.format({ name = "typelog", timeout_ms = 20000 })
  told("formatting", pcall(place, "cidr = var.cidr"), vim.api.nvim_buf_get_lines(0, 0, -1, false))

  vim.api.nvim_win_set_cursor(0, { place("var.cidr").line + 1, place("var.cidr").character + 5 })
  vim.cmd("TypelogProof")
  told("the proof at the cursor in a window", waited(function()
    return #vim.api.nvim_list_wins() > 1
  end), vim.api.nvim_list_wins())
end

local is_done, fault = pcall(asked)
if not is_done then
  io.stdout:write("wrong  " .. tostring(fault) .. "\n")
end
vim.cmd("cquit " .. (is_done and wrong == 0 and 0 or 1))
