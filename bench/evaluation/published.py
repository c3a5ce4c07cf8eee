"""The figures of others, with where they stand. Nothing here is ours.

THESIS: L. Sakka, Techniques for Automatic Fusion of General Tree Traversals, Purdue 2020, chapter 4.
TREEFUSER: the same, chapter 2. GRAFTER: the same, chapter 3, and PLDI 2019. Figures marked as measured
come from running Grafter's own programs and compiler on a machine like ours.
"""

# Table 4.1: program, whether transformation ends by itself, seconds unfused and fused, lazy and strict.
TABLE_4_1 = {
    "append_append": (True, (0.47, 0.42), (1.51, 1.28)),
    "sum_square": (True, (0.37, 0.25), (0.99, 0.36)),
    "shift_sum": (True, (0.0229, 0.0318), (0.0114, 0.0070)),
    "mul2pd_list": (False, (2.56, 2.38), (0.60, 0.58)),
    "mul2pd_tree": (False, (1.56, 0.42), (0.89, 0.32)),
    "seteven_sumup": (True, (1.11, 1.07), (0.95, 0.52)),
    "sum_flatten_tree": (True, (0.69, 0.8), (1.66, 1.3)),
    "flip_flip": (True, (0.53, 0.28), (0.68, 0.48)),
    "fliprec_fliprec": (False, (3.18, 0.002), (0.75, 0.001)),
    "sum_flatten_matrix": (True, (1.16, 1.52), (1.37, 1.35)),
}

# Table 4.2: program and input, seconds and MiB unfused and fused, lazy and strict.
TABLE_4_2 = {
    "render_tree_4 inputFlat": ((1.02, 0.53), (767, 551), (1.14, 0.47), (461, 228)),
    "render_tree_4 inputNested": ((3.79, 2.26), (2580, 1894), (2.24, 1.23), (1567, 823)),
    "render_tree_5 inputFlat": ((1.25, 0.49), (968, 590), (1.63, 0.63), (583, 291)),
    "render_tree_5 inputNested": ((4.97, 2.16), (3236, 2058), (4.24, 1.73), (1970, 1065)),
    "piecewise1 input": ((5.06, 0.88), (6523, 2048), (4.99, 1.65), (4823, 2816)),
    "piecewise2 input": ((3.55, 0.76), (4895, 1946), (3.71, 1.53), (4055, 2714)),
    "piecewise3 input": ((15.0, 5.56), (28672, 19456), (12.1, 6.00), (11551, 6748)),
    "five_traversals input": ((4.12, 3.10), (2560, 1495), (2.08, 0.77), (864, 480)),
}

# Table 4.3: seconds unfused, after fusion, after tupling, after redundancy elimination; lazy, strict.
TABLE_4_3 = {
    "render_tree_4 inputNested": ((3.79, 2.23, 4.07, 0.76), (3.24, 3.22, 1.68, 0.46)),
    "render_tree_5 inputFlat": ((1.25, 0.74, 0.70, 0.49), (1.63, 1.15, 1.05, 0.63)),
    "shift_sum input": ((0.0229, 58.6, 0.0318, 0.0318), (0.0114, 45.6, 0.0070, 0.0070)),
    "five_traversals input": ((4.12, 1.87, 3.10, 3.10), (2.08, 2.46, 0.77, 0.77)),
    "piecewise3 input": ((15.02, 6.82, 6.82, 6.82), (12.10, 5.64, 5.64, 5.64)),
}

# By row: visits, and seconds, of fused over unfused, as published; what was measured with the
# peer's own programs; where the figures stand.
TRAVERSALS = {
    "running example, full": (None, None, None, "Figure 2.1"),
    "binary render tree": (1_048_555 / 1_835_004, 1 / 1.4515, None, "Table 2.1"),
    "six AST passes, mixed": (0.44, 1 / 1.7, None, "section 2.8.3: all inputs together; up to"),
    "six AST passes, straight": (0.44, 1 / 1.7, None, "section 2.8.3: all inputs together; up to"),
    "six AST passes, nested": (0.44, 1 / 1.7, None, "section 2.8.3: all inputs together; up to"),
    "fast multipole, TreeFuser": (0.5, 0.65, None, "Figure 2.6: up to"),
    "render tree, Doc1": (0.38, 0.22, 0.346, "Table 3.3; measured: 100,000 pages"),
    "render tree, Doc2": (0.40, 0.65, 0.66, "Table 3.3; measured: size 20"),
    "render tree, Doc3": (0.40, 0.47, 0.62, "Table 3.3; measured: size 100"),
    "render tree, nested": (None, None, None, "no table: what widths that are passed up and down cost"),
    "AST passes, Prog1": (0.76, 0.71, 0.40, "Table 3.4; measured: 10,000 functions"),
    "AST passes, Prog2": (0.92, 0.87, 0.60, "Table 3.4; measured: 100,000 statements"),
    "AST passes, Prog3": (0.93, 0.31, 0.50, "Table 3.4; measured: 1,000 functions"),
    "kd equation 1": (0.17, 0.66, 0.60, "Table 3.6; measured: depth 20"),
    "kd equation 2": (0.20, 0.49, 1.50, "Table 3.6; measured: depth 20"),
    "kd equation 3": (0.33, 0.88, 1.23, "Table 3.6; measured: depth 20"),
    "fast multipole, Grafter": (0.5, 0.78, 0.93, "Figure 3.12: up to; measured: 100,000 points"),
}
