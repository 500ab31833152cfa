-- A short look at the numbers and texts of the host, before anything is played.
--
-- Job: refuse, in words, a Lua that would play otherwise than other engines and say nothing. Some have numbers of 32
-- bits: those of Fengari are such, and those of a Lua that was built with LUA_32BITS.

local floor = math.floor
local text_hash = need("texts", "text_hash")

local function refuse(what)
  error("this Lua cannot play these rules: " .. what .. "; they need whole numbers up to 2^53", 0)
end

local largest, generator, modulus = 9007199254740991, 48271, 2147483647
if largest - 1 == largest or largest - 1 + 1 ~= largest or 1048576 * 8589934592 - 1 ~= largest then
  refuse("its numbers are too small or not exact")
end
if (modulus - 1) * generator % modulus ~= modulus - generator then
  refuse("a product of its numbers passes 32 bits and is wrong")
end
if -7 % 3 ~= 2 or floor(-7 / 2) ~= -4 then
  refuse("it divides in another way")
end
if text_hash("Cardwright") ~= "7148aed044305e4b" then
  refuse("it reads or writes texts in another way")
end

return { is_sound = true }
