-- What stops a run, and what catches it.
--
-- Job: raise a table as an error and give it back to whoever catches it, in every host. Output: a fault (`{ _is =
-- "fault", message, at }`), an early end (`prevented`, `ended` or `unpaid`), or any other table that a module raises.

-- What stops a run is a table, and MoonSharp raises nothing but texts: the table waits here while a text is on its way.
local STOP, on_its_way = "the rules stop here", nil

local function raise(err)
  if type(err) ~= "table" then
    error(err, 0)
  end
  on_its_way = err
  error(STOP, 0)
end

-- What was raised, by what a host says was: it may have put a place before it.
local function raised(told)
  if type(told) == "string" and string.find(told, STOP, 1, true) then
    return on_its_way
  end
  return told
end

-- `pcall` of what gives up to two values, with what was raised.
local function try(work, ...)
  local fine, found, more = pcall(work, ...)
  if fine then
    return true, found, more
  end
  return false, raised(found)
end

-- A defined failure of a run: a bound was passed, or content met a value that it does not have.
local function fault(message, at)
  raise({ _is = "fault", message = message, at = at or 0 })
end

-- A bound was passed. Rules cannot catch it: a dry run that meets it has no answer.
local function exhausted(message, at)
  raise({ _is = "fault", message = message, at = at or 0, bound = true })
end

local EARLY = { prevented = true, ended = true, unpaid = true }

-- Whether an error is an early end: an event is prevented or ended, or a cost cannot be paid.
local function ends_early(err)
  return type(err) == "table" and EARLY[err._is] ~= nil
end

return { ends_early = ends_early, exhausted = exhausted, fault = fault, raise = raise, try = try }
