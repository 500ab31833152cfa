# SPDX-License-Identifier: MIT
# Reads cards.json with whole numbers: JSON gives floats, the schema beside it says what is whole.
# Cards.load_cards("res://game") is a Dictionary from kind to an Array of Dictionaries.
class_name Cards
extends RefCounted


static func load_cards(folder: String) -> Dictionary:
	return typed(read(folder + "/cards.json"), read(folder + "/cards.schema.json"))


# The sentences of each card, by language.
static func load_words(folder: String) -> Dictionary:
	return read(folder + "/words.json")


static func read(path: String) -> Variant:
	return JSON.parse_string(FileAccess.get_file_as_string(path))


# A value as its schema says: a float is whole where an integer is wanted.
static func typed(value: Variant, schema: Dictionary) -> Variant:
	if value is Array:
		return value.map(func(item): return typed(item, one_for(schema, "array").get("items", {})))
	if value is Dictionary:
		var fields: Dictionary = one_for(schema, "object").get("properties", {})
		var found := {}
		for key in value:
			found[key] = typed(value[key], fields.get(key, {}))
		return found
	if value is float and one_for(schema, "integer").get("type") == "integer":
		return int(value)
	return value


# The schema itself, or the one among its alternatives that is of a type.
static func one_for(schema: Dictionary, type: String) -> Dictionary:
	for other in schema.get("anyOf", []):
		if other.get("type") == type:
			return other
	return schema
