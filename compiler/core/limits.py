"""What a comparison tells the functions that it compares: who only compares a gap need not know all of it.

Job: give a gap the number that it is compared with. Input and output: core trees, as callables and targets write them.
"""

from compiler.core import ir


def with_limits(left: ir.Expr, right: ir.Expr) -> tuple[ir.Expr, ir.Expr]:
    """Both sides of a comparison; a gap beside a number that is not negative has it as its third argument.

    Beyond that number it may be any greater one, which is found without looking at corners and sides.
    """
    return _limited(left, right), _limited(right, left)


def _limited(node: ir.Expr, limit: ir.Expr) -> ir.Expr:
    match node, limit:
        case ir.Core(function="gap", arguments=(a, b)), ir.Const(value=int(number)) if number >= 0:
            return ir.Core(node.at, "gap", (a, b, limit))
        case _:
            return node
