"""The table of kernels: the functions in this package that Python calls, with the types of their
arguments and results.

An argument is a number (``i64``, ``u64``, ``f64`` or ``bool``), two integers (``pair``), a
C-contiguous array, or the name of a group of arrays in `GROUPS`. An array is written as the type of
its elements, a pair of brackets for each dimension, and an exclamation mark if the kernel writes to
it: ``i32[][]!``. Results are numbers, after an arrow. Types that are separated by a bar are
alternatives, of which each is compiled.
"""

from __future__ import annotations

#: The types of elements: the name of each in NumPy, and its bytes.
ELEMENTS: dict[str, tuple[str, int]] = {
    "bool": ("bool", 1),
    "i8": ("int8", 1),
    "u8": ("uint8", 1),
    "i16": ("int16", 2),
    "u16": ("uint16", 2),
    "i32": ("int32", 4),
    "u32": ("uint32", 4),
    "i64": ("int64", 8),
    "u64": ("uint64", 8),
    "f32": ("float32", 4),
    "f64": ("float64", 8),
    "c128": ("complex128", 16),
}

#: Groups of arrays: the module of the named tuple with this name, and the types of its fields in
#: their order.
GROUPS: dict[str, tuple[str, str]] = {
    "Grid": ("cover.placements", "i64[] i32[] i32[] i32[]"),
    "Shapes": ("cover.placements", "i64[] i64[] i32[] bool[][] bool[] i32[]"),
    "Settled": ("cover.placements", "i32[] i32[] bool[]"),
    "GrowProblem": (
        "figures.grow",
        "u8[] i32[][] i32[][] i32[] i32[][] i32[] i32[] i32[] i32[] i32[] i32[] i32[] bool[][] "
        "i64[]",
    ),
    "GrowState": (
        "figures.grow",
        "u8[]! u8[]! i32[]! i32[]! i32[]! i32[][]! i32[][]! i32[][]! i32[][]! i64[]! i64[]!",
    ),
    "MeetProblem": ("figures.meet", "i32[] i32[] i32[] i32[] i32[] i32[] i32[][] i64[]"),
    "MeetState": (
        "figures.meet",
        "i32[]! i32[]! u8[]! i32[]! i32[][]! i32[][]! i64[]! i32[][]! i64[]!",
    ),
    "Merging": (
        "cover.placements",
        "i64[] i32[]! i32[]! i32[] i32[] i64[] i32[]! i32[]!",
    ),
    "Placements": ("cover.placements", "i64[]! i32[]! i32[]! i32[]!"),
    "BoardCells": ("cover.symmetries", "i32[][] i32[] i64[] i32[]"),
    "Turning": ("cover.symmetries", "i32[][] i32[][] i32[] i64[] i64[] i64[]"),
    "Covered": ("cover.symmetries", "i64[] i32[] i32[]"),
    "Located": ("cover.symmetries", "i32[] i64[] i32[]"),
    "Laid": ("cover.images", "i64[] i64[] i32[] i32[] i32[]"),
    "ScanProblem": ("scan.narrow", "u64[] u64[][] u64[][] u64[] i32[]"),
    "ScanState": ("scan.narrow", "u64[][]! i64[][]! i64[]!"),
    "SetsProblem": (
        "scan.sets",
        "i64[] u64[][] i32[] u64[][][] u64[][] bool[] u64[] u64[] i32[]",
    ),
    "SetsState": (
        "scan.sets",
        "u64[][]! u64[][]! i64[][]! u64[][]! u64[]! i64[][]! u64[]! i64[]! u64[][]! i64[][]! "
        "u64[]! i64[]!",
    ),
    "Trees": (
        "matching.blossoms",
        "i64[] i32[] i32[]! i8[]! i32[]! i32[]! i32[]! i32[]! i32[]! i64[]! bool[]",
    ),
    "DanceProblem": (
        "dance.search",
        "u32[] u32[] i32[] u32[] i32[][] i32[][] i64 i32[] i32[] i32[] i32[][]",
    ),
    "DanceState": (
        "dance.search",
        "u32[]! i32[]! i32[]! i32[]! u8[]! u32[]! i32[][]! i32[][]! i32[][]! i32[] u32[]! i64[]! "
        "i32[]!",
    ),
    "DanceCover": ("dance.layout", "i64[] i32[] i32[] bool[]"),
    "DanceCopies": ("dance.layout", "i64[] i64[]! i64[]! bool[] i64[]!"),
    "DanceSums": ("dance.layout", "i64[] i32[] i32[] i64[] i64[] bool[]"),
    "DanceOptions": ("dance.layout", "i32[]! u32[]! u32[]! i32[]! i32[][]! i64[]!"),
    "WideProblem": ("scan.wide", "u64[][] i32[][] u64[][] u64[][][] i32[]"),
    "WideState": ("scan.wide", "i64[][]! u64[]! u64[][]! i64[][]! i64[]!"),
    "DeductionTables": (
        "deduction.steps",
        "i64[] i32[] i32[] u64[][] u64[][] i64[][] u64[][] i64[] i64[] bool[] i64 "
        "i64 i64[] i32[] i64[] i64[] i64[] bool[] bool[] i64[] i32[] i64[] i64[] u64[][] i64[] "
        "i64[][] i64[]! i64[]!",
    ),
    "SumTables": (
        "deduction.tables",
        "i64[]! i32[]! i64[]! i64[]! i64[]! bool[]! bool[]! i64[]! i32[]! i64[]! i64[]! u64[][]! "
        "i64[]! i64[][]! i64[]! i64[]!",
    ),
    "PositionArrays": ("deduction.grade", "u64[]! bool[]! i64[]! u64[]! i64[]!"),
    "Grading": (
        "deduction.grade",
        "u64[][]! bool[][]! i64[][]! u64[][]! i64[][]! u64[][]! u64[]! u64[]! i64[][]! i64[]! "
        "i64[]!",
    ),
    "Causes": (
        "deduction.explain",
        "u64[]! u64[]! i64[][]! u64[][]! i64[]! i64[]! i32[]! i32[]! i32[]! i32[]! i32[]! i64[]! "
        "i64[]! i64[]! i32[][]! u64[][]! bool[]! i64[]! bool[] bool[] i64[][]!",
    ),
    "Regions": (
        "deduction.regions",
        "i32[][] i64[] i64[] i64[][] i64[] bool[] i64 i64[][]! u64[][][]! u64[][]! i64[]! i32[]! "
        "i64[]!",
    ),
    "PlanePieces": ("plane.periods", "i64[][][][]! i64[] i64[][]! i64[][][]!"),
    "PlaneLattice": (
        "plane.lattice",
        "i64[][][] i64[][][] i64[][] i64[][] i64[] i64[][][] i64",
    ),
    "CopyForms": ("plane.surround", "i64[][][]! i64[][]! i64[][]! i64[]! i64[][]!"),
    "CopyTables": (
        "plane.surround",
        "i64[][][] i64[][] i64[][] i64[] i64[][] i64[][] i64[][] u64[][][] i64[]",
    ),
    "SurroundState": (
        "plane.surround",
        "i64[]! u64[][]! i64[]! i64[][]! i64[]! i64[]! i64[]! i64[]! u64[][][]! i64[]! i64[]! "
        "i64[]! i64[]!",
    ),
}

TABLE: dict[str, dict[str, str]] = {
    "catalog.enumerate": {
        "fixed_polyforms": "i64 i32[] i32[][] u8[]! i32[][]! -> i64",
    },
    "coloring.adjacency": {
        "chain": "i32[][] i32[]! i32[]!",
        "touching": "i32[][] i32[][] bool i32[] i32[] i32[]! i64[]! i32[]! i64[]! i64 -> bool",
    },
    "coloring.batch": {
        "crossings": "i32[][][] i32[]!",
        "judge": "i32[][][] i32[][] bool i64[][]! i64 i64 i32[]! i32[][]!",
    },
    "coloring.bounds": {
        "largest_clique": "i64[] i32[] i32[] i32[] i64 i32[]! i32[][]! i64 -> i64",
        "odd_cycle": "i64[] i32[] i32[]! i32[]! -> i64",
        "odd_wheel": "i64[] i32[] i64 i64 i32[]! i32[]! -> i64",
        "smallest_last": "i64[] i32[] i32[]! i32[]! i32[]! i32[]! -> i64",
    },
    "coloring.exact": {
        "advance": "i64[] i32[] i64[][]! i32[][]! i32[][]! i32[][]! i64[]! i64 -> i64",
        "begin": "i64[] i32[] i64[][]! i32[][]! i32[][]! i64[]! i64",
    },
    "coloring.large": {
        "greedy": "i64[] i32[] i32[] i32[]! -> i64",
        "recolor": "i64[] i32[] i32[]! i64 i32[]! i32[]! i64[]! i64 i64 i64 -> i64",
        "saturated": "i64[] i32[] i32[] i32[]! -> i64",
    },
    "cover.decode": {
        "decode": "i32[][] i64[] i32[] i32[] i32[][]! i32[][]!",
        "gather": "i64[] i64[]! i64[]!",
        "renumber": "i32[][]! i32[]! -> i64 | i64[][]! i64[]! -> i64",
    },
    "cover.images": {
        "count_images": "i32[][] i32[][] -> i64",
        "expand": "i32[][] i32[][] i32[][]! -> i64",
        "keep": "i32[][] i32[][] bool[] u64[] i64[]! -> i64",
        "lead": "i64 i64 i32[][] Laid i64[]! bool[]! bool[]!",
    },
    "cover.placements": {
        "merge": "Merging -> i64",
        "lay": "i64 i64 Grid Shapes Settled Placements pair -> i64 i64",
    },
    "cover.regions": {
        "join": "i64 i64 i64[] i32[] i32[]! i64 -> i64",
        "number": "i32[]!",
    },
    "cover.symmetries": {
        "move": "i64[] i32[][] Turning Covered Located i32[][]! bool[]!",
        "move_cells": "i64[][][] i64[][][] i64[][] BoardCells i64[][]! i32[][]! bool[]!",
    },
    "dance.layout": {
        "lay_options": "DanceCover bool[] u64[] DanceCopies DanceSums DanceOptions -> bool",
        "tighten": "i64 DanceCopies -> bool",
    },
    "dance.masks": {
        "advance": "u64[] u64[][][]! i64[]! u64[][]! i32[][]! i32[] i64[]! i32[][]! i64 -> i64",
    },
    "dance.search": {
        "advance": "DanceProblem DanceState i32[][]! i64 -> i64",
        "fill_options": "i64 i64 i64[] i64[] i32[] u32[] u32[]!",
        "lay_lists": "u32[] u32[] i32[][] u32[]! i32[]! i32[]! u32[]!",
    },
    "deduction.chance": {
        "begin": "u8[] u64[]!",
        "shuffle": "u64[]! i64[]!",
    },
    "deduction.climb": {
        "climb": "DeductionTables Regions i32[][] i64[] i64 i64 bool[] i32[]! i64[] u64[]! i64 "
        "-> bool",
        "scramble": "DeductionTables Regions bool[] i32[]! u64[]! i64",
    },
    "deduction.clues": {
        "name_sentences": "i64[] i64[] bool bool i64[]!",
    },
    "deduction.explain": {
        "advance": "DeductionTables Regions u64[]! bool[] i64[]! Causes i64 -> i64",
        "tell": "DeductionTables Regions bool[] i64[]! Causes i64 i64",
    },
    "deduction.joining": {
        "divide": "DeductionTables Regions i32[][] i32[] i64[]! u64[]!",
        "tune": "DeductionTables i32[][] i64[] i64 i32[]! i64[]! i64[] i64 u64[]! i64",
        "grow": "DeductionTables Regions i32[][] i64[] i64 i32[]! i64[]! i64[] i64[]! i64[][]! "
        "i64[][]! i64[]! u64[]! i64 -> bool",
        "loosen": "DeductionTables Regions i32[][] i32[] i64[] i64[]! i64[][]! i64[][]! i64[][]! "
        "i64[]! i64[]! u64[]! i64 -> bool",
    },
    "deduction.making": {
        "draw": "DeductionTables Regions bool[] i64[] u64[]! i32[]! i64[]! i64 -> i64",
        "draw_list": "DeductionTables Regions i32[][] i64[]! i64[] u64[]! i64 i64 -> bool",
        "dullness": "i64[] -> i64",
        "judge": "DeductionTables Regions i32[][] i32[][] i64 i64 i32[] i32[] i64[] i64 -> i64",
        "reduce": "DeductionTables Regions i32[][] i32[][] i64 i64 i32[] i32[]! i64[] i64[]! "
        "i64[]! i64 i64[] i64 -> bool",
        "settle": "DeductionTables Regions i32[][] i64 i32[] i32[]! i64[] u64[]! i64 -> i64",
        "show": "DeductionTables i32[][] i32[] i32[]!",
    },
    "deduction.finish": {
        "finish": "DeductionTables Regions u64[] bool[] i64[] i64[] i32[][]! i64 -> i64",
    },
    "deduction.grade": {
        "advance": "DeductionTables Regions i32[][] Grading i64 i64 i64 -> i64",
        "is_solved": "DeductionTables PositionArrays -> bool",
        "place": "DeductionTables PositionArrays i64",
    },
    "deduction.regions": {
        "cut_off": "Regions bool[] i64[]! i32[] i64 -> i64",
    },
    "deduction.steps": {
        "conflicts": "i64[] i32[] i32[] u64[][]! u64[][]! i64[][]! u64[][]!",
        "left": "DeductionTables u64[] i64[]!",
    },
    "deduction.sums": {
        "narrow": "DeductionTables u64[] bool[] i64[] i64 u64[]! i64[]! -> i64",
    },
    "deduction.tables": {
        "lay_sums": "i64[] i32[] u64[][] i64[][] i64[][] SumTables i64[]!",
        "list_shares": "i64[] i32[] i32[] i32[][] i64[] i64[][] bool[] i64[] i64[]! i64[][]! "
        "bool[]! i64[]!",
    },
    "drawing.raster": {
        "shrink": "i16[][] u8[][] u8[][] f32[][] f32[][] f32[] i64 i64 f32[][][]!",
        "spread_colors": "i32[][] i64[] i64[] i16[] i64 i64[]! i16[]!",
        "trace_outlines": "i32[][] i32[][]! i64[]! i32[]! -> i64 i64",
    },
    "figures.grow": {
        "advance": "GrowProblem GrowState i64 -> i64",
    },
    "figures.meet": {
        "advance": "MeetProblem MeetState i64 -> i64",
    },
    "frontier.components": {
        "branch": "i64[] i64[] bool[] u64[][] i64 u64[][][]! i32[][]! i64[]! -> i64",
    },
    "frontier.expand": {
        "expand": "u64[][][] i32[][] u64[][] i64 u64[][] i64 u64[][][]! i32[][]! i64[]! -> i64",
        "expand_least": "u64[][][][] u64[] u64[][] i64 u64[][][]! i32[][]! i64[]! -> i64",
        "expand_wide": "u64[][][] i32[][] u64[][] i64 u64[][] i64 u64[][][]! i32[][]! i64[]! "
        "-> i64",
    },
    "frontier.flow": {
        "pull": "i32[] i32[] u64[][]! i64 i64 i64 -> u64",
        "pull_modulo": "i32[] i32[] u64[][]! i64 i64 u64",
        "sweep": "i64[] i64[] i32[] i32[] u64[][]! i64[]! i64 u64 u64",
    },
    "frontier.order": {
        "distances": "i64[] i64[] i64 i64[]! -> i64",
        "order_by_levels": "i64[] i64[] i64[] i64 i64[]!",
    },
    "frontier.polynomials": {
        "pull_polynomials": "i32[] i32[] u16[] i64[] i64 u32[][]! i32[]! i64 i64",
        "sweep_polynomials": "i64[] i64[] i32[] i32[] u16[] i64[] i64 u32[][]! i32[]! i64 i64 bool",
    },
    "frontier.prune": {
        "compact": "i64[]! i64 i32[]! i32[]! i16[]! u8[]! -> i64",
        "inline": "i64[]! i64 i32[]! i32[] i32[]! i32[]! i32[]! -> i64",
        "mark": "i32[] i32[] u8[]! -> i64",
    },
    "frontier.rows": {
        "enter": "i64 i64 i64 i64 u64[] u8[] i64 i64 u64[][]! i32[][]! i32[][]! i64[][]! -> i64",
        "grow": "u64[] i64[] u64[][][] u64[][] bool u64[][]! i32[][]! i32[][]! i32[][]! i64[][]! "
        "i64[]! u64[]! u8[]! i64[]! i64 -> i64",
        "label_edges": "u64[][] i64[][] i64 i64[] u64[][][] u64[][] u16[] u16[]!",
        "line_up": "i32[][] i32[][] i64[][] i64 i64[] i32[]! i32[]!",
        "spread": "i64 i64 u64[] i64[] u64[][][] u64[][] bool u64[][] i32[][]! i32[][] i64[][]! "
        "u64[]! u8[]! i32[]! i32[]! -> i64",
    },
    "frontier.strip": {
        "berlekamp_massey": "u64[] u64 u64[]! u64[]! i64[]!",
    },
    "frontier.table": {
        "gather": "i64 u64[][] i32[] i64 u64[][] i32[]! u64[][]! u64[][]! i64[]! -> i64",
        "link": "i64 i64 u64[][] i32[] i64 i32[]! u64[][]! i32[]! i32[]! i16[]! i64[]! -> i64",
        "rehash": "u64[][] i64 i32[]!",
    },
    "frontier.walk": {
        "descend": "i32[] i32[] i16[] u64[][] i64[]! u64[][]! i16[][]! i64 i64",
        "descend_weighed": "i32[] i32[] i16[] u64[][] i64 u64[][] i64 u64[][] i64[]! u64[][]! "
        "u64[][]! u64[][]!",
        "flow_edges": "i32[] i32[] i16[] u64[][] u64[]! i64 i64 u64 u64[]!",
        "pull_least": "i32[] i32[] i16[] i64[] i64[]! u64[][]! i64 i64 i64 -> u64",
        "pull_weighed": "i32[] i32[] i16[] u64[][] u64[][]! i64 i64 i64 -> u64",
    },
    "frontier.weighted": {
        "gather_weighted": "u64[][] i64 u64[][] i32[] i64 u64[][] i32[]! u64[][]! u64[][]! i64[]! "
        "-> i64",
        "pull_weighted": "i32[] i32[] u16[] u64[][] u64[][] u32[][]! i64 i64",
        "reduce_sums": "u64[][]! u64[][]",
        "sweep_weighted": "i64[] i64[] i32[] i32[] u16[] u64[][] u64[][] u32[][]! i64 i64 bool",
    },
    "golomb.labels": {
        "fill": "i32[][]! i64 i64 i64 i64 i64[] i64[] | i64[][]! i64 i64 i64 i64 i64[] i64[]",
    },
    "golomb.verify": {
        "proper": "i32[][] i8[][] bool i64[]! | i64[][] i8[][] bool i64[]!",
        "trominoes": "i32[][] u8[]! i64[]! | i64[][] u8[]! i64[]!",
    },
    "golomb.window": {
        "four_colors": "i64 i64 i64 i64 i64 i8[][]! i8[][]!",
        "three_colors": "i64 i64 i64 i64 i8[][]!",
        "window": "i64 i64 i64 i64 i32[][]! -> i64",
    },
    "matching.augment": {
        "augment": "i64[] i32[] i8[] i32[]! i32[]! i64[]! i32[]! i32[]! -> i64",
        "begin": "i32[] i64[] i32[] i32[]! i32[]! i32[]! -> i64",
        "list_matched": "i64[] i32[] i32[] i32[] i32[]! -> i64",
    },
    "matching.banded": {
        "choose_partners": "i64[] i64[] f64[] f64[][]! i64[] f64[] f64 i64[]! f64[]! -> i64",
        "factor": "c128[][]! i64 f64 i64[]! bool[]! | f64[][]! i64 f64 i64[]! bool[]!",
        "invert_band": "c128[][] i64 i64[] c128[][]! | f64[][] i64 i64[] f64[][]!",
        "solve": "c128[][] i64 i64[] c128[][]! | f64[][] i64 i64[] f64[][]!",
    },
    "matching.blossoms": {
        "advance": "i64 Trees -> bool",
        "clear": "i64 Trees",
        "grow": "i64 Trees -> i64",
        "move": "i64 Trees",
        "smallest": "i64[] i64 i64 i64[]! Trees",
    },
    "matching.derivatives": {
        "differentiate": "i64[] i64[] f64[] f64[] i32[] i64 f64[][]! f64[][]! f64[]! i64 -> i64",
        "find_sources": "i64[] i32[] i32[] i64[] i32[] i64 i64[]!",
    },
    "matching.elimination": {
        "assign_slots": "i64[] i32[] i8[] i32[] i32[] i64[]! i64[]! i64[]! i32[]! i32[]! bool[]! "
        "i64[]! i32[]! -> i64",
        "choose_pivots": "i64[] i32[] i8[] i8[] i32[]! i32[]! i8[]! i32[]! -> i64",
        "count_cycles": "i64[] -> i64",
        "determinant_modulo": "f64[][]! i64 -> i64",
        "determinants_modulo": "f64[][][]! i64[] i64[]!",
        "digits_modulo": "f64[][] i64[] f64[][]!",
        "eliminate_integers": "i64 i64 i64[] i32[] i8[] i32[] bool[] i64[] i32[] i64[][][]! "
        "i64[]! i64[]! i64[]! i64[]! i64[]! i64 -> i64",
        "eliminate_residues": "i64 i64 i64[] i32[] f64[] i32[] f64[] i64[] i32[] f64[][]! i64[]! "
        "i64[]! i64",
        "pfaffian_modulo": "i64[] i64[] i64[] i64[][]! i64 -> i64",
        "split_digits": "i64[][][] i64[] i64[] f64[][][]!",
    },
    "matching.graphs": {
        "clashes": "i32[][] i8[] -> i64",
        "list_neighbors": "i32[][] i64[]! i32[]! i32[]!",
        "two_color": "i64[] i32[] i8[]! i32[]! -> bool",
    },
    "matching.heights": {
        "follow": "i64 i8[][] i64[] i64[]! bool[]! i32[]!",
        "raise_all": "i64[] i8[][] i64[] i64[]!",
    },
    "matching.lozenges": {
        "grow": "i32[][]! i64 f64 i64[]! i64[]! u64[]! -> bool",
    },
    "matching.planar": {
        "direct_edges": "i64[][] bool[] i64[] i64 bool[]!",
        "find_parts": "i64[][] i64[]! bool[]! -> i64",
        "trace_faces": "i64[] i64[]! i64[]! -> i64",
    },
    "matching.shuffling": {
        "chances_of_orders": "i64 i64 f64[][]! i32[][]! f64[]!",
        "draw_bits": "u64[]! -> i64",
        "partners_of": "u8[][] i64 i8[][]!",
        "probabilities_of_orders": "i64 i64 f64[] bool f64[][]!",
        "shuffle": "i64 i64 f64[] bool u8[][]! u8[][]! u64[]!",
    },
    "rectangles.skyline": {
        "advance": "i64[][] i64[][] i64[]! i64[]! i64[]! i64[][]! u64[]! i64[]! i64 i64 -> i64",
    },
    "rectangles.states": {
        "advance": "u64[][][] i64[] i64[] u64[][]! i32[]! i64[]! i32[]! u8[]! i64[]! u64[][]! i64",
        "rehash": "u64[][] i32[]! i64",
    },
    "rectangles.walks": {
        "closing": "i64[] i32[] bool[]! -> i64",
        "endless": "i64[] i64[] i32[] -> i64",
        "keep": "i64[]! i32[]! u8[]! bool[] i32[]! u64[][]! -> i64 i64",
        "period": "i64[] i32[] -> i64",
        "reverse": "i64[] i32[] i64[]! i32[]!",
        "step": "i64[] i32[] u8[] bool[][] bool[][]!",
    },
    "scan.layout": {
        "fill_table": "u64[] i64 u64[][]!",
        "find_examples": "i64 i64 i32[] bool[] i64[]!",
        "lay_out": "i64 i64 i64[] i64[] i32[] i32[] bool[] i64[] i32[][]! u64[][]! i64[]!",
    },
    "scan.narrow": {
        "advance": "ScanProblem ScanState u64[]! i32[][]! -> i64",
        "copy_nogoods": "u64[] u64[]! u64",
    },
    "scan.sets": {
        "advance": "SetsProblem SetsState i64",
        "lay_out": "u64[] u64[]! i32[]!",
    },
    "scan.wide": {
        "advance": "WideProblem WideState u64[][]! i64[][]! -> i64",
        "copy_nogoods": "u64[][] u64[][]!",
        "flip": "u64[]! i32[][] i64 i64",
    },
    "plane.isohedral": {
        "find": "PlaneLattice i64[][] i64[][] i64[][][] bool[] i64[]! i64[][]! i64[]! i64[][]! -> "
        "i64 i64",
    },
    "plane.lattice": {
        "boundary": "i64[][] PlaneLattice i64[][]! -> i64",
        "replaces_mirrors": "PlaneLattice -> bool",
    },
    "plane.periods": {
        "classify": "i64[]! i64[][]! PlanePieces PlaneLattice -> i64 i64",
        "compare": "PlanePieces PlaneLattice",
        "lay": "i64[] PlanePieces i64[] i64[][][] i64[][]! i64[][]! i64[]! i64[]! i64[]! i64[]! "
        "i64[]! -> i64",
    },
    "plane.plan": {
        "advance": "i64[]! PlaneLattice i64 i64 -> i64",
        "next_sublattice": "i64 i64[]! -> bool",
    },
    "plane.repeats": {
        "part": "i64[][] i64[]! i32[]! -> i64",
        "repeat": "i64[][] i64 i64 i64 i64 i64[]! i32[]! -> i64",
        "touches": "i64[] i64[][] PlanePieces i64[][][] i64[][]! -> i64",
    },
    "plane.surround": {
        "advance": "CopyTables SurroundState i64 i64 i64 i64 -> i64",
        "again": "CopyTables SurroundState",
        "beginning": "CopyTables SurroundState i64[] i64 i64",
        "lay": "PlanePieces i64[] i64[][][] i64[][][] i64 CopyForms i64[]! i64[][]! -> i64",
        "measure": "PlanePieces i64[] i64[][][] i64[][][] i64 i64[]! i64[]!",
        "prepare": "i64[][][] i64[][] i64[] i64[][] i64 i64 i64[][]! i64[][]! u64[][][]! i64[]! "
        "-> i64",
    },
    "plane.torus": {
        "advance": "i64[][] i64[] i64[] i64[] i64[]! i64[]! i64[]! i64[]! i64[]! i64[][]! i64 -> "
        "i64",
    },
}
