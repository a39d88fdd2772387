"""Columns of a public sample are kept as counts: how many people gave each answer, the commonest first.

The sample is the Adult data set: 48 842 people of the United States census of 1994, without missing values. Becker, B.
and Kohavi, R. (1996), *Adult*, UCI Machine Learning Repository, doi 10.24432/C5XW20, CC BY 4.0; changes: counted."""

from collections.abc import Mapping

# fmt: off
SAMPLES: Mapping[str, tuple[int, ...]] = {
    "adult.sex": (32650, 16192),
    "adult.education": (
        15784, 10878, 8025, 2657, 2061, 1812, 1601, 1389, 955, 834, 756, 657, 594, 509, 247, 83,
    ),
    "adult.occupation": (
        6172, 6112, 6086, 5611, 5504, 4923, 3022, 2355, 2072, 1490, 1446, 983, 242, 15,
    ),
    "adult.native-country": (
        43832, 951, 295, 206, 184, 182, 155, 151, 138, 127, 122, 115, 106, 105, 103, 92, 88, 87, 86, 85, 75, 67, 65,
        59, 49, 49, 46, 45, 38, 37, 30, 30, 28, 27, 23, 23, 23, 21, 20, 19, 1,
    ),
    "adult.age": (
        1348, 1337, 1335, 1329, 1325, 1303, 1280, 1280, 1278, 1264, 1253, 1235, 1232, 1223, 1206, 1206, 1195, 1187,
        1178, 1165, 1153, 1113, 1104, 1097, 1096, 1096, 1081, 1067, 1053, 877, 866, 862, 847, 845, 738, 711, 621, 613,
        595, 564, 555, 551, 523, 450, 449, 394, 340, 335, 284, 238, 237, 178, 149, 133, 120, 118, 108, 77, 72, 69, 55,
        54, 38, 37, 34, 30, 15, 13, 11, 6, 5, 3, 2, 1,
    ),
}
# fmt: on
