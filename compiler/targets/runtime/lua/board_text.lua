-- The drawing of a board of squares.
--
-- Job: read what an author draws. Input: lines of text. Output: the shape, the letters and the walls, or a fault.

local floor, insert = math.floor, table.insert
local fault = need("faults", "fault")
local new_grid = need("grid", "new_grid")
local byte, characters = need("texts", "byte", "characters")
local EMPTY, mapped, shown_int = need("values", "EMPTY", "mapped", "shown_int")

local LARGEST_BOARD = 64
local VACANT = "_" -- no square is there yet
local BARE = { [" "] = true, ["."] = true, [VACANT] = true }

-- The characters of a line, without spaces at its end.
local function drawn_characters(line)
  local found = characters(line)
  while found[#found] == " " do
    found[#found] = nil
  end
  return found
end

local EDGES = { [" "] = true, ["-"] = true, ["+"] = true, ["|"] = true }

-- Where the first wall of an edge line stands; none where a line is none.
local function first_wall(line)
  local found
  for column, character in ipairs(line) do
    if not EDGES[character] then
      return nil
    elseif character == "-" then
      found = found or column
    end
  end
  return found
end

local function board_fault(line, column, message)
  fault("board line " .. shown_int(line) .. ", column " .. shown_int(column) .. ": " .. message)
end

local function read_letters(line, number, row, board)
  if board.width > LARGEST_BOARD and #line > 2 * LARGEST_BOARD then
    board_fault(number, 2 * LARGEST_BOARD + 1, "more than " .. shown_int(LARGEST_BOARD) .. " squares in a row")
  end
  for column = 1, #line, 2 do
    local character = line[column]
    local code = byte(character)
    local is_letter = not EDGES[character] and (code > 160 or (code > 32 and code < 127))
    if character ~= " " and not is_letter then
      board_fault(number, column, "'" .. character .. "' where a square belongs")
    end
    board.letters[row * board.width + floor(column / 2)] = character
  end
end

local function read_upright_walls(line, number, row, board)
  for column = 2, #line, 2 do
    local square = floor((column - 1) / 2)
    if line[column] == "|" then
      if square + 1 >= board.width then
        board_fault(number, column, "no square to the right of this wall")
      end
      insert(board.walls, { row * board.width + square, row * board.width + square + 1 })
    elseif line[column] ~= " " then
      board_fault(number, column, "'" .. line[column] .. "' between two squares (a space or '|' stands there)")
    end
  end
end

local function read_level_walls(line, number, row, board)
  for column, character in ipairs(line) do
    local is_below = column < 2 * board.width
    if character ~= " " and not (is_below and column % 2 == 0) then
      if not is_below then
        board_fault(number, column, "no square above this wall")
      elseif character ~= "-" then
        board_fault(number, column, "'" .. character .. "' below a square (a space or '-' stands there)")
      end
      local square = row * board.width + floor((column - 1) / 2)
      insert(board.walls, { square, square + board.width })
    end
  end
end

-- The numbers of the lines with squares, and which lines have walls between them.
local function lines_of_board(lines)
  local rows, edges, last = {}, {}, nil
  for number, line in ipairs(lines) do
    local wall = first_wall(line)
    if wall == nil then
      rows[#rows + 1] = number
      if #rows > LARGEST_BOARD then
        board_fault(number, 1, "more than " .. shown_int(LARGEST_BOARD) .. " rows")
      end
    elseif rows[#rows] ~= number - 1 or number == 1 then
      board_fault(number, wall, "no squares above these walls")
    else
      edges[number], last = true, number
    end
  end
  if last and last == #lines then
    board_fault(last, first_wall(lines[last]), "no squares below these walls")
  end
  return rows, edges
end

-- A drawn board, one text a line, as {width, height, letters by square, walls}: square lines have the squares at the
-- columns 1, 3, 5 and so on, and between two of them a space, or `|` for a wall; an edge line has `-` for walls below.
local function parse_board(texts)
  local lines, board = mapped(texts, drawn_characters), { width = 0, letters = {}, walls = {} }
  local rows, edges = lines_of_board(lines)
  for _, number in ipairs(rows) do
    board.width = math.max(board.width, floor((#lines[number] + 1) / 2))
  end
  if board.width == 0 then
    board_fault(1, 1, "a board without squares")
  end
  board.height = #rows
  for index = 0, board.width * board.height - 1 do
    board.letters[index] = " "
  end
  for i, number in ipairs(rows) do
    read_letters(lines[number], number, i - 1, board)
    read_upright_walls(lines[number], number, i - 1, board)
    if edges[number + 1] then
      read_level_walls(lines[number + 1], number + 1, i - 1, board)
    end
  end
  return board
end

-- The board of a position, made once, and the first square of every letter.
local function board_of(code, position)
  local made = code.boards[position]
  if made then
    return made.grid, made.first
  end
  local drawn, symbols, names, first = parse_board(position.board), {}, {}, {}
  for name, symbol in pairs(code.data.terrain) do
    if symbol ~= "" then
      symbols[symbol] = name
    end
  end
  for _, letter in ipairs(position.letters) do
    names[letter[1]] = true
  end
  local exists, terrain, vacant = {}, {}, {}
  for index = 0, drawn.width * drawn.height - 1 do
    local letter = drawn.letters[index]
    if not BARE[letter] and not symbols[letter] and not names[letter] then
      fault("the letter " .. letter .. " of the board is in no legend", position.at)
    end
    exists[index] = letter ~= " " and letter ~= VACANT
    vacant[index] = letter == VACANT or nil
    terrain[index] = symbols[letter] and not names[letter] and { [symbols[letter]] = true } or EMPTY
    first[letter] = first[letter] or index
  end
  local metric = code.data.board.metric or "chebyshev"
  local grid = new_grid(drawn.width, drawn.height, metric, exists, terrain, drawn.walls, vacant)
  code.boards[position] = { grid = grid, first = first }
  return grid, first
end

return { board_of = board_of, parse_board = parse_board }
