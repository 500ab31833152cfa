# SPDX-License-Identifier: MIT
# Plays a match by itself: put this script on a node with a child `Rules` that has the script CardwrightMatch.cs.
extends Node

@export var scenario := ""
@export var chance := 7

@onready var rules: Node = $Rules


func _ready() -> void:
	var told: Dictionary = rules.NewGame(scenario, chance)
	while told["type"] == "request":
		for happened: Dictionary in rules.Events(-1):
			animate(happened)
		told = rules.Answer(chosen(told))
	print(told)


# What a player answers: positions among the options of the request. Here it is the last legal answer.
func chosen(_request: Dictionary) -> Array:
	var legal: Array = rules.Legal()
	return legal[-1]["answer"]


# `what` tells what happened, and `changes` what is another in the view.
func animate(happened: Dictionary) -> void:
	match happened["what"]:
		"begin":
			print(happened["verb"], " ", happened["values"])
		"move":
			print(happened["entity"], " goes to ", happened["to"])
		"change":
			print(happened["entity"], ": ", happened["field"], " is ", happened["after"])
