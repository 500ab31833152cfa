// The runtime of compiled games, for Node and browsers: ES modules without dependencies, and what of them hosts and
// generated code may use.
//
// The modules are named as those of the interpreter that they translate, so that either can be read beside the other.
//
// None is null; sets and lists are arrays that nobody changes in place; squares are interned objects; every number is
// whole. Methods that ask are generators: they yield requests and are sent answers.

export * from "./javascript/events.js";
