"""Links of puzz.link and Penpa+: published puzzles have one solution, and links are read back."""

from __future__ import annotations

import base64
import io
import json
import random
import re
import zlib

import numpy as np
import pytest

import tilewright as tw
from node import in_node
from tilewright.errors import FormatError
from tilewright.formats import Entry, find_format, read_entries
from tilewright.formats.registry import rendered
from tilewright.model.problem import Problem
from tilewright.model.puzzle import Kind, Puzzle, is_puzzle_name, penpa_link, puzzle_link, read_link
from tilewright.model.puzzle.genres import GENRES

SITE = "https://puzz.link/p?"
#: Published puzzles: examples of pzprjs, Penpa+ and of solvers for their links.
PUBLISHED = (
    "shikaku/6/6/j3g56h6t6h23g5j",
    "shikaku/6/6/s66j4.g8n4h4g",
    "shikaku/10/10/x3gag.s9m.p.m8s-10g.gax",
    "shikaku/24/14/-1ezh-1ep9h-18zzfp-10zt-2at8zzvct9zt-1epezz-2ah-15pazh-18",
    "shikaku/8/8/2222y.j55j66j.y3333",
    "shikaku/24/14/h5x6i.j8g6lag4j.l9i8j6i4l3z9g6i4i4h56h6i4i6j8h4n3h6zn4j4r6j4g6j8i8hci6j8q6"
    "h2r8k5l8k8j.l9j4l.lataock36kck",
    "shikaku/10/10/g8h8g6r4jar4i5v8i6r9j6r6g4h-10g",
    "shikaku/10/10/haj2i6l8j4h2l4h4i7n35n9i2h3l9h2j4l8i4j4h",
    "shikaku/45/30/g-10h9j34i4i5j3jah6h2k5zi6i5zo4k-12s-14h6h9j62icn3l6j3zi8g8hah3l5l4lfh3hci"
    "6kcl2l7ick433q5s3i4i2h6zh2t3l-12k2l5r2g3gah2h-1a59t6lckci6i2i5zg3l3jbn6o54394i2g6g2p2m6j"
    "7j2j2g4zg4i92h3iam24326i6kc5528n2l22h4h2g9zh3m2zg6i43nfgan44n6g8n63i3zgcm6zh3g2h-18h83l2"
    "n63234k8ia5224m3i6h39i3zg5g5j4j4j4m6pcg4g4i45435o8n3j4l8zg2i3ici7k9l3t926h4h2g6g4r6l9kfl"
    "3t-12zh9h6i5i4s2qc64k3i2l4l6k4iah4hel3l2l3h4h-1cg2zi4j3lfnci4-14j3hfh2s3k5zo9i5zi2k3h3h8"
    "j5jfi4i84j-10h4g",
    "shikaku/15/15/k2i5nfm3o9g6m8q8l2ickaick5i8h3o9y4o9h6i5k4i4kcicl4q8m5g4o4mcn5iak",
    "shikaku/17/17/zm-1cw-12m-10ock4h1g4y8g1scn6lfp-18s-14pcl8n2s1gcy9g1hck-1eo-10m5wczm",
    "shikaku/15/15/3l6l5i4g4i7g5k3j6j3i5q5k6g6g2g4k7q2k6g2g2g6j6g6o6g6j3g2g2g3k7q7k3g6g4g6k4q"
    "5i4j6j6k6g3i2g6i6l6l5",
    "shikaku/10/10/3h6k6n9ias8n8n4n7s6i8n9k7h9",
    "pentominous/5/5/72zi",
    "pentominous/10/10/s9967k09h77j4o4o1h157jbjbj00h87k30a8s",
    "pentominous/10/10/s5558k95h78j4o5o3o4o42h61k88a6s",
    "pentominous/5/5/g4g2h4g4o4l",
    "tetrominous/4/4/n3m",
    "tetrominous/5/5/c1ich3i2h4i0gcccg",
    "heteromino/5/5/d7b7a7b7b77c7d",
    "fillomino/5/5/g1k34g2h5h4n",
    "fillomino/13/13/i3j3k3h1g3g1h3k3j3k3j3j331g1g3h1g31j3p3j1j3p3j13g1h3g1g133j3j3k3j3k3h1g3"
    "g1h3k3j3i",
    "fillomino/7/3/159u159",
    "fillomino/6/6/h4j53g2k5233k2g14j3h",
    "fillomino/10/10/5g13h53g1p2h1h4h35g4g44g1g2i1h3l3h2i5g5g54g1g62h4h6h1p5g23h32g6",
    "fillomino/9/9/g3h1h5g4g1i1g2g6h1h2g3g1i1g4g5h1h2g3g1i1g4g6h1h4g3g1i1g3g5h1h3g",
    "fillomino/10/10/o98g7m472g8525j7g5g1j2h3j4g5i15h82h1g579h3h4g4k2k87h3j4i",
)
#: Published puzzles that are not supported, and why.
REFUSED = (
    (
        "fillomino/15/15/h1o5i8g2m6g3g7i3h4h1i1g6g4h2g3h4g2i5h2i4h3l4h1h5m4h2g2h6k7h3i3h7k7h2g2h3"
        "m2h1h5l3h4i3h3i-10g4h4g1h3g7g1i8h4h3i2g2g2m8g6i1o1h",
        "expected a size from 1 to 9",
    ),
    (
        "fillomino/5/5/-10-10-10-10-10-108.8-10-10.1.-10-108.8-10-10-10g-10-10",
        "expected a size from 1 to 9",
    ),
    (
        "fillomino/10/10/q-138g84ga3h46g42g33r46g44ga8h12g15g58r21g28g87h42g14g4-13q",
        "expected a size from 1 to 9",
    ),
    (
        "fillomino/7/10/r6l8l5l2lah3i5h9i9i4c4o",
        "expected a size from 1 to 9",
    ),
    (
        "fillomino/9/9/rb-134k-13i-13i7k5h-13k-13h8k6i-13i-13k9-13am2j",
        "expected a size from 1 to 9",
    ),
    (
        "fillomino/10/10/5i1g1h2g1g3h6g1g1i36g1g1g3g1h1g6i3g52g6g11g5g34g4i5g1h1g4k54k1g5h4g1g3i1"
        "j4000000000100040000000200080000000000",
        "walls are not supported",
    ),
    (
        "fillomino/10/10/g3o1h3ah1j2h2k21h12i7h-14i4h6l9i21h12k2h2j1h85h1g6m5g",
        "expected a size from 1 to 9",
    ),
    (
        "fillomino/12/12/c91k1848i1291zv1291g1291c91p8s1291i1848zh1815j1291j1848",
        "expected a size from 1 to 9",
    ),
    (
        "fillomino/22/17/i5h5h6h6k5i123i66g6g4h665i45h4h2l55j-11g-113k6g2h1g1h4g14g-11g33g22g1g31"
        "g455g4g55i14h1h42h-11i55g1h-11g4g5g32g43g442g3k1g4g1g1h33g4421812g1g32i55p82i51g3g371g45"
        "5g12h1g5g5g3k4g252g38g88g1g2g1h5g76i2h35h3h21i55g2g65-10g44g4g54g63g4g52g2h6g1h1m2-10g4j"
        "41l1h6h3j714h-10g2g56i463i2k4h5h4h1i",
        "expected a size from 1 to 9",
    ),
    (
        "fillomino/v:/10/10/6g6g6g6g6q6g6g6g6g6t-42g-42w-42g-42l6i6zi0000o1g287g90000003g1g001g10103g0000",
        "variants are not supported, got 'v:'",
    ),
)

PENPA = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
#: The examples of noqx, a solver for puzzles of Penpa+, which were made with the editor.
DRAWN = (
    PENPA
    + "7VTfb9owEH7PX4H8fA/xDxI7b6yFvVC6rVRVFUUo0LRFA6VNyDQZ5X/f+QKkaammqlqnSZPx8X13tvPlnLvy"
    + "sUqLDLjvflID/uNQXNMUOqDp78Z0uVllUQ8G1eY+LxAAnI9GcJuuysyLd6sSb2tNZAdgP0cxEwxocpaA/Rpt"
    + "7VlkJ2AvMMSAo2+MiDMQCIctvKK4QyeNk/uIJw0OEV4jXCyLxSqbjZuDvkSxnQJzz/lEux1k6/xHxpptxBf5"
    + "er50jnm6wZcp75cPu0hZ3eTfq91antRgB43c4RG5spUrD3LlH5Sb3dxlZTU/ptUkdY05/4ZqZ1HshF+2ULfw"
    + "ItrWTtSWyT5uNRA218KURqoPNBBIgwMNww7VAVLZUtOhRjpRPdY61DMH93nnPO67x6knPHixwzz3cN09Q8ru"
    + "GaqrmQf+E45J4JSKa7IjsoLsFDMFVpI9JeuT7ZMd05oh2SuyJ2QV2YDWhC7Xb7qN98thgcIMGY1X1/cbIJQE"
    + "oTD3EpgUGqQwhIVGv8HsyN++QyybZtAd/X/Pl3gxG2L59CZ5sU5XWEKTaj3Pij3HhlV77Cejid8y9r//Pexv"
    + "9DCXf/+Da+e9pRxjag/VBvYc2EM1S2eLHL8zzB+F9wX4Snhfk8fDWNKvBJR5Efjw5GCbSLxf",
    PENPA
    + "7VRRb9owEH7nV1T3fA9xHIKTN9bBNInRbtAxZkUo0HRFA6ULzTQZ8d97Pocmk4jWqVqnSVPw+fN3Z/L5nLvd"
    + "tzItMhSe/UmFNNMTCMXDVyEPr3qm6/tNFp9hv7y/zQsCiBfDId6km13W0VVU0tmbKDZ9NG9iDT4gDwEJmvfx"
    + "3ryLzQTNhFyAAXEjQgLQJzio4Yz9Fp07UniExxUmOCe4WherTbYYOeYy1maKYN/zindbCNv8ewZuG69X+Xa5"
    + "tsQyvafD7G7Xd5VnV17nX8sqViQHNH0nd3BCrqzlWujkWnRCrj3FH5YbJYcDpf0DCV7E2mq/qqGq4STeQy+E"
    + "OEBQyk0RT5HHk/ACmilwTIHSt/8+Jrnu+kBKS8waBP2VhssG0bPEx5pQHDGsiahribc1ITx6tYZ5kyFNGqYN"
    + "pktiNVw1GY753GBClmuz+8iw3k9Hho4l4j3ZOdshW5/tlNKDRrJ9zdZj22U74pgB2xnbc7YB25BjejbBT7wC"
    + "l9/ny4GwR1mIFEKoKIkOiCOgdFjgK0E1TAtJWATo+5RLxlTf9ootjjz0I9pJWAYBSptvxtQUuvRJyF+eXEvX"
    + "On5+uv8el3Q0TMriJl1lVGmD6y/Z2TgvtumGVuNyu8yK45oa3aEDP4CHlrZv/u99f6n32SvwXrj8ntsNNGX3"
    + "sTzRXCDclYt0scrpU6MUOndVsa1uV8Rt7qquW9zHUm91u+o/7Q57wW86grBth/LbHKLN4bW9PHr6y1/8e6A2"
    + "mXQeAA==",
    PENPA
    + "7VNNj9owEL3nV6x8nkM+TADf6BaqSjS0hWq1iiIUstkuKijbQKrKiP/Om3FoDqXqx6rbS2X5+XlmnLwZe3af"
    + "m7wuKcaIBuRTgBHGscxAa5l+Oxbr/aY0VzRq9g9VDUI0m0zoPt/sSi9tozLvYIfGjsi+MqkKFckMVEb2nTnY"
    + "N8YmZOdwKdKwTcECRSHouKM34md27YyBD560HPQWtFjXxaZcTp3lrUntghT/54WcZqq21ZdSuWOyL6rtas2G"
    + "Vb5HMruH9WPr2TV31aemjQ2yI9mRkzu+IDfq5DJ1cpldkMtZ/GW5w+x4RNnfQ/DSpKz9Q0cHHZ2bgwpDZTSp"
    + "yC3aLT1eEJBwgOavziDTXZvSfTa87gxxjw3zztCXI5zZ2SARi7MBXw7MAXgrOBEMBRdQRjYSfCnoC/YEpxIz"
    + "FrwRvBbUgrHE9Dm3X8zepfh0OSgSijIcILsYPcL5R8wjwr7lsHOhop9KT8NQ2s6N3p/zzMOtNPV9XpR4JeO7"
    + "j+VVUtXbfINd0mxXZX3eo0mPnvqqZKZQjcf9v2//Td/yFfjP/H6f2k4pqvvt6ZOdkXpslvmyqPDUUMLW7brh"
    + "h27XIJfdkY5/04GO/M7x7FVDM2feCQ==",
)
#: Examples of the same program that an older version of the editor made, and one of another solver.
OLDER = (
    PENPA
    + "7VNdT4MwFH3nVyx97gO0fGy8zbn5MvFjM8tCyMI2dEQICsOYEv67txc2bKIPmqh7MM09Oae9Tc9te4vnMswjasPg"
    + "fapTAwazbQzDNDH0dszjfRK5PTos97ssB0Lp1WRC78OkiDS/zQq0SgxcMaTiwvUJIxTDIAEVN24lLl3hUTGDJUIN"
    + "mJsCMwhlQMcdXeC6ZKNm0tCBey0HugS6ifNNEq2mzcy164s5JfKcM9wtKUmzl4g021BvsnQdy4l1uIdiil381K4U"
    + "5TZ7LMnhiJqK4ed2eWeXH+3yj+2yn7c7COoarv0WDK9cX3q/62i/ozO3qqWvijAGW+Vb48sQZoJknbSVVc5B9jtp"
    + "gXSO0jSVZNNRpKUeZFmKtOVe3klbkQ5Xkh1LMem8PwjKMrC4JeIEkSHOoXYqOOI5oo5oIU4xZ4y4QBwhmog25jjy"
    + "9r50v79gx2cMm7UZ1vd5oPlkvH2Iel6Wp2EC/8sr03WUHzQ0dK2RV4KBr2P+9/gf9bh8Av3UfuKp2YHeCLQ3",
    PENPA
    + "7VRNb9pAEL3zK6I9z2G//HmjKfRCSdtQRZGFEBC3QQU5BVxVi/zfOztecNfCitK0aQ/V2qM3+3bW49nZt/tazrc5"
    + "JDhUDBwEDhVzemNtH+7GZLVf5+kF9Mv9fbFFAHA1HMKn+XqX9zK3ato7mCQ1fTBv0oxJBvQKNgXzPj2Yt6kZg7lG"
    + "ioHAuREiwUAiHDTwhniLLutJwRGPHUZ4i3C52i7X+WxUz7xLMzMBZr/ziqItZJviW87qMPKXxWaxshOL+R5/Zne/"
    + "enDMrrwrvpTs+IkKTL87XdWkq07pqvPpyj+fbjKtKiz7B0x4lmY2948NjBt4nR4qm9eByRhDFZ40nQyTCbr65Crp"
    + "u8p3Ay9Wxx4bSo8NI9/1F0fcYyM/NvK/G/nfTXw2CXw39Bf7/ys4b/nCixbcDxeS+3yrJKJVE6HCFu8XWOif98Mz"
    + "EXQyt2SHZCXZCR4cGEX2NVlONiA7ojUDsjdkL8lqsiGtiezRP6k5np8O07a+SYzNEcQ1CGwFLAh1WAOByiISbA+F"
    + "/ScVSFszi0MB0naRxYHF2uEQceLWxyC1cFgCxtc4Qe3ibj3HPQk/Wp0MtxOtEfxbM9NexgZ3n/OLcbHdzNeoAuNy"
    + "s8i3Rx9lt+qx74xe6kT9X4n/khLbI+AvfOWeqwCZGTRXEswVsIdyNp8tC2w1LCHRx1vaRbuL20W7u9xJ19f7PI06"
    + "0kFwfp5AwTlPoAB1/l+tKl1x8onESY66aKdQv0g/srmTxd+c2ou3LarztPcD",
    PENPA
    + "7ZdPb9tGEMXv/hQBzzxw/5O8pandi+s2tYsgEASDtplYiGSmlNQUMvzds9z5CTIlFWgPbVPAkLS7nJ2ZnbdvZqld"
    + "/rZu+jbXbviaMi9yFT9VWaaf1UX6bT9Xs9W8rV/lr9er+66Pgzz/6ews/9DMl+3JBK3pyeOmqjdv880P9STTWZ5+"
    + "Kpvmm7f14+bHenOZby7jVJbbKDuPI5XlOg5Pd8N3aX4YvRGhKuL4gnEcvo/D21l/O2+vz0Xycz3ZXOXZsM53yXoY"
    + "Zovu9zYTs/R82y1uZoPgpllFMMv72Wdmluu77tMaXTV9yjevJdzTI+GaXbjDUMIdRkfCHVD8w+FW06enuO2/xICv"
    + "68kQ+6+7YbkbXtaPmS+z2uaZr1IXlHRaOiOdTV0lc5XMVS51qvD04kCpgl7UlOZZi7XSW7n4Vho/WuJQGj8GO4Od"
    + "YR0TpLfM2+0zdk6CVQ6/DjuHnsefJw5PHB47NkIF7AJxlehX4kcXItdK9LRCDl6txZ8GnwaXNjyDQxvkVvxrK/Fo"
    + "iz34tGU9J/Frhz54NTi1Qw882mMfiAs8OrBuyTx86krmTSHrmELWMYX4M/BqlMRp1FYu6xv4NeA3Wvwb+DWGeYO9"
    + "QY99MeyHgV9jiQOcBh4NOA18Gvg0njjAbchvQ2YbktmA35SsUxIP+2FK7CrkFXbsk2V/bCHzln2x7IdVYm/ZDwt+"
    + "Sx5Y9sGC08K/hX8L/9ayHnlgyXPrsCPPLfxb9sOC35LPlpK2AXmJHnltwW/Jb1eIf0eeO+rbUd8O/h14nZI4nEJP"
    + "SzwOvA6+HTw78t+B11n04dnBswOPg1/nsQefg08XkIPDlazLceXA5cHlObc8vHnweHB4+PPw58ljz7nkyUsPbx4c"
    + "Ht489eqpU++YB5f3+AGf5xzynLkeXB6+PPnq4cuTpx58vuIAJx9DIfMBfAF8gToNnFMBfgK4AjwFeApGcARwBnAG"
    + "cAZwBvIybF8k6fyM75iL+jG2KrXvU3uWWp3aq/giyjcmtd+ntkitS+150jlN7bvUvkmtTa1POmF4lf3Fl92/Fs7E"
    + "yz+nv/NxLxYvFi8WLxb/D4vpySS7XPcfmts2XkFO7z62ry66ftHMs3jjy5bd/HrJbJ0uhPGKEmUP68VN249E8677"
    + "PJ89jPVmHx+6vj06NQjbuNwR/Zuuv9vz/qWZz0cCueKORHITG4lWfbxmPXtu+r77MpIsmtX9SPDsSjby1D6sxgGs"
    + "mnGIzadmb7XFDvPTSfZHln4TE7fdvlyn/6Pr9EBB8a39z/jWwknZ2/W70l/1a3I6SrfFPxIerXHkB2Ue5QcFPSx3"
    + "WNNReqSso3S/sqPosLij8KC+o+xPSnzwul/lQ1T7hT4sdVDrw1LPy30yPfkK",
    PENPA
    + "7VTfb9owEH7nr6j8fA/+kQQnb6yDaRKj3aBjXYRQoOmKBkoXyDQZ5X/v+Zw0mUS0TtU6TZqCz5+/s/Hns+/234ok"
    + "T0Fw+1MasMfPE5qa1AE1Xn2zzWGbRmcwKA53WY4A4GI0gttku097cTVr0TuaMDIDMG+imEkG1ARbgHkfHc27yEzB"
    + "TNHFwENujEgwkAiHDZyT36JzRwqOeFJhhNcI15t8vU2XY8dcRrGZAbP7vKLVFrJd9j1lbhmN19lutbHEKjngYfZ3"
    + "m/vKsy9usq8Fq7cowQyc3OEJuaqRqx7lqtNy5Z+XGy7KEsP+AQUvo9hqv2qgbuA0OrJ+wCIPmNauC6kLOXWCe9iX"
    + "VvqRKWn/fYJy3fUxpSwxbxGBJS5bRN8SHxtC04xRQ4S+Jd42hODcMtdtJrTMrMX42jJXbYbmfG4xAckdtxnS+6lm"
    + "8FgiOpb2MqwdkZVkZxgeMIrsa7KcrE92THOGZOdkz8l6ZAOa07cBfuIVuPg+Xw4L+hiFUAMLNK+BqIF0QGqBOYwD"
    + "hVh4IKWuMOa3qviQgwwFYeV5oHxdYSwKPj4J9cuTx8qVjp8//9/jFr2YTYv8NlmnmGnDmy/p2STLd8kWR5Nit0rz"
    + "eoyFruyxH4xarGzd/F/7/lLts1fAXzj9nlsNYozuY3qCuQB2XyyT5TrDp4YhdO4qYzvdLom73FVed7jrVO90u+w/"
    + "7Q763m86vKBrhZZdDtHl4F2bh0/f/MXfA5bJRe8B",
    PENPA
    + "7VVPb5tOEL37U0R73gOwQBxuaRr34rpN7SqKELLWNolRwJsu8EuF5e+e2YGU3YUecmibw0+I0fAY9r3984byR81l"
    + "SkMaUDalDnXh8sKQet6UMtfH2+muVVblaXRGL+tqLyQklH6Zzeg9z8t0EndVyeTYXETNDW0+RTFxCSUe3C5JaHMT"
    + "HZvPUbOgzRJeEeoCNm+LPEiv+/QW36vsqgVdB/JFl0N6B+k2k9s8Xc9b5GsUNytKFM8H/FqlpBD/paTToZ63othk"
    + "CtjwCiZT7rOn7k1Z78Rj3dW6yYk2l63c5Yhc1stVaStXZSNy1Sz+sNyL5HSCZf8GgtdRrLR/79Npny6jI8RFdCSe"
    + "pz51QEu7N8RjNuArAPbuFxC8Ls4rENoV59YYDFm0CoYsTAOQRRuUIYv+CbLoFcji94Bvz8VHFr0CWfQKm8W3WXxk"
    + "0ZQGyKINGtgsAbLoALLoY9grFthzCZFF0xHaKxYiiw7Y+xIii15h7gscARcPwh3GGUYP4wrOCW0Yxo8YHYwBxjnW"
    + "XGO8xXiF0ccYYs25OmlvOot/QU7sedjY2it4W55MYrKoi00qzxZCFjwn0OJIKfJ1Wct7vgXDYgcETwJ2wEoDyoV4"
    + "yrODWZc9HIRMR18pMN09jNVvhNxZoz/zPDeAtqMbUNt6DKiS0Fe0Zy6leDaQgld7A9B6kDFSeqhMARU3JfJHbrEV"
    + "/ZxPE/KT4B0z+H+w//8f/+j/obbAeW/OfW9y8PQKOWp9gEfcD+ioyzt8YHTAB5ZWhENXAzpibEBtbwM0tDeAA4cD"
    + "9huTq1FtnytVttUV1cDtiko3fJxMXgA=",
)


@pytest.mark.parametrize("link", PUBLISHED)
def test_a_published_puzzle_has_one_solution(link: str) -> None:
    assert tw.count(SITE + link) == 1
    assert puzzle_link(read_link(SITE + link)) == SITE + link


@pytest.mark.parametrize(
    "address",
    [
        "http://pzv.jp/p.html?shikaku/6/6/j3g56h6t6h23g5j",
        "https://puzz.link/p?shikaku_edit/6/6/j3g56h6t6h23g5j",
        "https://puzz.link/p?shikaku01/6/6/j3g56h6t6h23g5j",
        "  https://puzz.link/p?shikaku/6/6/j3g56h6t6h23g5j\n",
    ],
)
def test_other_addresses_of_a_puzzle(address: str) -> None:
    assert is_puzzle_name(address)
    assert puzzle_link(read_link(address)) == SITE + PUBLISHED[0]


@pytest.mark.parametrize(
    ("genre", "clues"),
    [
        ("shikaku", [".", "4", "9", "-10", "-24"]),
        ("pentominous", [".", *"0123456789abc"]),
        ("tetrominous", [".", *"01234c"]),
        ("heteromino", [*"777"]),
        ("fillomino", [".", *"123456789"]),
    ],
)
def test_random_links_are_written_as_they_were_read(genre: str, clues: list[str]) -> None:
    first = "a" if genre == "heteromino" else "g"
    longest = ord("z") - ord(first) + 1
    dice = random.Random(20261129)
    for _ in range(100):
        rows, columns = dice.randint(6, 12), dice.randint(6, 12)
        cells = [dice.choice(clues) if dice.random() < 0.2 else " " for _ in range(rows * columns)]
        cells[0] = clues[1]
        text = re.sub(
            f" {{1,{longest}}}", lambda gap: chr(ord(first) - 1 + len(gap[0])), "".join(cells)
        )
        link = f"{SITE}{genre}/{columns}/{rows}/{text}"
        puzzle = read_link(link)
        assert puzzle_link(puzzle) == link
        assert read_link(penpa_link(puzzle)) == puzzle


@pytest.mark.parametrize("kind", ["shikaku", "pentominous", "tetrominous", "heteromino"])
def test_a_made_puzzle_and_its_link_have_the_same_solution(kind: Kind) -> None:
    made = tw.generate(kind, "4x5", seed=5).puzzle
    link = puzzle_link(made)
    assert tw.count(link) == 1
    one, other = tw.solve(link), tw.solve(made)
    assert one is not None
    assert other is not None
    assert one.labels.tolist() == other.labels.tolist()


@pytest.mark.parametrize(("link", "reason"), REFUSED)
def test_a_published_puzzle_is_refused_with_a_reason(link: str, reason: str) -> None:
    with pytest.raises(FormatError, match=reason) as caught:
        read_link(SITE + link)
    assert "\n" not in str(caught.value)


def test_an_unknown_number_fits_any_rectangle() -> None:
    assert tw.count("2x2", "1x1+", "1x2+", "2x2+", rules=["clues-one-each 0,0=? 1,1=?"]) == 2
    assert tw.count("2x2", "1x1+", "1x2+", "2x2+", rules=["clues-one-each 0,0=?"]) == 1
    assert tw.count("2x2", "1x1+", "1x2+", rules=["clues 0,0=? 1,1=2"]) == 4


def test_links_in_files() -> None:
    text = "".join(f"{SITE}{link}\n" for link in PUBLISHED)
    kind, entries = read_entries(io.BytesIO(text.encode()))
    assert kind.name == "puzzlink"
    assert rendered(entries, kind)[0] == text


@pytest.mark.parametrize(
    ("link", "message"),
    [
        ("https://example.org/", "expected a genre, columns, rows and clues"),
        (f"{SITE}shikaku/6/6", "expected a genre, columns, rows and clues"),
        (f"{SITE}shikaku/v:/6/6/j3", "variants are not supported, got 'v:'"),
        (f"{SITE}nurikabe/6/6/j3", "unknown genre 'nurikabe'. Supported: shikaku, pentominous"),
        (f"{SITE}shikaku/0/6/3", "the board must have 1 to 4096 cells, got 0 x 6"),
        (f"{SITE}shikaku/99/99/3", "the board must have 1 to 4096 cells, got 99 x 99"),
        (f"{SITE}shikaku/3/3/", "there are no clues"),
        (f"{SITE}shikaku/3/3/h7", "none of the clues is the area of a rectangle that fits"),
        (f"{SITE}shikaku/3/3/3!", "unexpected '!' in the clues"),
        (f"{SITE}shikaku/3/3/-1", "unexpected '-' in the clues"),
        (f"{SITE}pentominous/5/5/72zi00", "the clues continue after the 25 cells of the board"),
        (f"{SITE}tetrominous/4/4/n5m", "the cell 2,0 has an unknown clue, '5'"),
        (f"{SITE}fillomino/4/4/na0m", "the cell 2,0 has an unknown clue, '10'"),
        (f"{SITE}heteromino/5/5/7g7-7", "unexpected '-' in the clues"),
    ],
)
def test_a_wrong_link_is_refused(link: str, message: str) -> None:
    with pytest.raises(FormatError, match=message.replace("(", r"\(")):
        read_link(link)


@pytest.mark.parametrize(
    ("puzzle", "message"),
    [
        (tw.find_puzzle("talos:hub-gates-1"), "no puzzles of the kind sigil"),
        *(
            (Puzzle.of(problem, kind=kind), "does not support the board")
            for kind, problem in (
                ("shikaku", Problem("torus:3x3", "1x3+")),
                ("shikaku", Problem("o#/##", "o#+", "1x1+")),
                ("shikaku", Problem("2x2", "1x2+", "L3+", rules=["clues-one-each 0,0=2 1,1=2"])),
                ("shikaku", Problem("2x2", "1x2", rules=["clues-one-each 0,0=2 1,1=2"], empty=2)),
                ("shikaku", Problem("2x4", "1x4+", rules=["clues-one-each 0,0=4"], turn="fixed")),
                ("shikaku", Problem("1x4", "1x2+", "1x4+", rules=["clues 0,0=4"])),
                ("tetrominous", Problem("4x4", "I4=4")),
                ("tetrominous", Problem("4x4", "tetrominoes+", rules=["apart", "clues 0,0=4"])),
                ("tetrominous", Problem("4x4", "tetrominoes+", rules=["clues 0,0=I"])),
                ("tetrominous", Problem("4x4", "tetrominoes+", rules=["apart"], turn="fixed")),
                ("tetrominous", Problem("4x4", "tetrominoes+", rules=["apart", "tiles 4"])),
                ("tetrominous", Problem("4x4", "tetrominoes+", rules=["apart size"])),
                ("heteromino", Problem("3x3", "trominoes+", rules=["apart"])),
                (
                    "heteromino",
                    Problem("3x3", "trominoes+", rules=["apart same-way", "clues 0,0=I"]),
                ),
                (
                    "fillomino",
                    Problem("3x3", "polyominoes-4+", rules=["apart size"]).but(turn="fixed"),
                ),
                ("fillomino", Problem("3x3-1,1", "polyominoes-4+", rules=["apart size"])),
                ("fillomino", Problem("3x3", "tetrominoes+", "L3+", rules=["apart size"])),
            )
        ),
    ],
)
def test_other_puzzles_have_no_link(puzzle: Puzzle, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        puzzle_link(puzzle)


def test_a_problem_has_no_kind() -> None:
    with pytest.raises(FormatError, match="no puzzles of the kind sigil"):
        rendered([Entry(problem=Problem("2x2", "O4"))], find_format("puzzlink"))


@pytest.mark.parametrize("link", DRAWN)
def test_a_published_drawing_has_one_solution(link: str) -> None:
    assert is_puzzle_name(link)
    assert tw.count(link) == 1
    puzzle = read_link(link)
    # Others write the address with ? and without the padding, and add the answer.
    solve = link.replace("#m=edit", "?m=solve").rstrip("=") + "&a=RYxBCoAwDAT"
    assert read_link(solve) == puzzle
    assert read_link(penpa_link(puzzle)) == puzzle
    assert read_link(puzzle_link(puzzle)) == puzzle


@pytest.mark.parametrize(
    ("link", "kind"),
    [
        (OLDER[0], "fillomino"),
        (OLDER[1], "fillomino"),
        (OLDER[2], "heteromino"),
        (OLDER[3], "pentominous"),
        (OLDER[4], "dominosa"),
    ],
)
def test_an_older_drawing_does_not_name_its_genre(link: str, kind: Kind) -> None:
    puzzle = read_link(link)
    assert puzzle.kind == kind
    assert tw.count(puzzle) == 1
    assert read_link(penpa_link(puzzle)) == puzzle


def lines_of(link: str) -> list[str]:
    data = base64.b64decode(link.partition("p=")[2])
    return zlib.decompress(data, -15).decode().split("\n")


def link_of(lines: list[str]) -> str:
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress("\n".join(lines).encode()) + packer.flush()
    return PENPA + base64.b64encode(packed).decode()


def test_a_drawing_has_the_lines_that_the_editor_writes() -> None:
    for link in DRAWN:
        theirs, ours = lines_of(link), lines_of(penpa_link(read_link(link)))
        assert len(theirs) == len(ours) == 19
        # Apart from the title, and from how the tools of the editor are set.
        assert theirs[0].split(",")[:15] == ours[0].split(",")[:15]
        assert theirs[1] == ours[1]
        assert theirs[5] == ours[5]
        assert {*json.loads(theirs[10])} == {*json.loads(ours[10])}
        for number in (3, 4, 14, 15):
            keys = [re.findall(r"z[A-Z0-9_](?=:)", lines[number]) for lines in (theirs, ours)]
            assert set(keys[0]) == set(keys[1])
    # The middle of the board, as the editor finds it.
    for columns, rows, center in ((9, 8, 383), (8, 9, 545), (9, 9, 84), (12, 12, 375)):
        made = read_link(f"{SITE}shikaku/{columns}/{rows}/2")
        assert lines_of(penpa_link(made))[0].split(",")[9:11] == [str(center)] * 2


def test_dominosa_in_a_drawing() -> None:
    for seed in range(5):
        made = tw.generate("dominosa", "4x5", seed=seed).puzzle
        read = read_link(penpa_link(made))
        assert read.problem() == made.problem()
        # Without the tag, the numbers show the genre.
        lines = lines_of(penpa_link(made))
        lines[17] = "[]"
        assert read_link(link_of(lines)) == read
    with pytest.raises(FormatError, match="has no puzzles of the kind dominosa"):
        puzzle_link(made)


@pytest.mark.parametrize(
    ("line", "text", "message"),
    [
        (0, "hex,6,6,38", "only boards of squares are supported, got 'hex'"),
        (0, "square,600,6,38", "must have 1 to 100 rows and columns"),
        (0, "square", "the link to Penpa+ is damaged"),
        (3, "[]", "the link to Penpa+ is damaged"),
        (3, '{zN:{"22":["7",1,"1"]}}', "the cell 0,0 has an unknown clue, '7'"),
        (3, '{zN:{"2":["I",1,"1"]}}', "a clue is outside of the board"),
        (3, '{zL:{"22,23":3}}', "parts that are not supported: line"),
        (3, '{zY:{"22":[1,"arrow",1]}}', "parts that are not supported: arrow"),
        (3, '{zE:{"122,123":3}}', "lines between the cells of the board are not supported"),
        (5, "[2,1]", "the clues fit no known genre"),
        (5, "[-50,1]", "the board must have 1 to 4096 cells"),
        (17, '["nurikabe"]', "unknown genre 'nurikabe'. Supported: shikaku, pentominous"),
        (17, '["shikaku"]', "the cell 0,2 has an unknown clue, 'O'"),
        (17, "[", "the link to Penpa+ is damaged"),
    ],
)
def test_a_wrong_drawing_is_refused(line: int, text: str, message: str) -> None:
    lines = lines_of(DRAWN[2])
    lines[line] = text
    if line == 3:
        lines[17] = '["tetrominous"]'
    if line == 5:
        lines[3] = "{zN:{}}"
    with pytest.raises(FormatError, match=message.replace("+", r"\+")) as caught:
        read_link(link_of(lines))
    assert "\n" not in str(caught.value)


def test_letters_can_fit_two_genres() -> None:
    made = penpa_link(read_link(f"{SITE}pentominous/5/4/1"))
    lines = lines_of(made)
    assert read_link(made).kind == "pentominous"
    lines[17] = "[]"
    with pytest.raises(FormatError, match="fit pentominous and tetrominous; choose a genre tag"):
        read_link(link_of(lines))
    with pytest.raises(FormatError, match="damaged"):
        read_link(PENPA + "x")
    # What is drawn around the board and at its holes says nothing.
    lines = lines_of(DRAWN[2])
    lines[3] = lines[3].replace("zE:{}", 'zE:{"111,112":2,"111,121":2}')
    assert read_link(link_of(lines)) == read_link(DRAWN[2])


def tagged(genre: str, clue: str) -> str:
    """A link to Penpa+ that names a genre, with a clue."""
    lines = lines_of(penpa_link(read_link(f"{SITE}shikaku/5/5/5")))
    lines[3] = lines[3].replace('"5"', f'"{clue}"')
    lines[17] = json.dumps([genre])
    return link_of(lines)


def test_the_page_reads_and_writes_the_same_links() -> None:
    dice, links = random.Random(71), [*DRAWN, *OLDER, *(SITE + link for link in PUBLISHED)]
    for genre, clues in (
        *(("shikaku", "?235"), ("pentominous", "FI?X"), ("tetrominous", "OS?")),
        *(("heteromino", ""), ("fillomino", "?1489")),
    ):
        for _ in range(25):
            whole = genre in ("shikaku", "fillomino")
            mask = [dice.random() < 0.9 or whole for _ in range(dice.randint(8, 60))]
            size = (2, len(mask))
            mask[0] = True
            drawing = {
                cell: dice.choice(clues)
                for cell in np.ndindex(*size)
                if clues and mask[cell[1]] and dice.random() < 0.3
            } | ({(0, 0): clues[1]} if clues else {})
            puzzle = GENRES[genre].puzzle(np.array([mask, mask]), drawing)
            links += [puzzle_link(puzzle), penpa_link(puzzle)]
    links += [penpa_link(tw.generate("dominosa", "4x5", seed=seed).puzzle) for seed in range(3)]
    answers = in_node("linking.js", links)
    for link, answer in zip(links, answers, strict=True):
        assert "refused" not in answer, (link, answer)
        puzzle = read_link(link)
        assert answer["kind"] == puzzle.kind
        for written in answer["written"]:
            assert read_link(written).problem() == puzzle.problem(), link
        if puzzle.kind != "dominosa":
            assert answer["written"][0] == puzzle_link(puzzle)
        ours, theirs = lines_of(penpa_link(puzzle)), lines_of(answer["written"][-1])
        assert ours[0].partition("Title")[0] == theirs[0].partition("Title")[0]
        for number in (1, 2, *range(5, 19)):
            assert ours[number] == theirs[number]
        for number in (3, 4):
            keys = ([*re.findall(r"z\w|\d+", lines[number])] for lines in (ours, theirs))
            assert sorted(next(keys)) == sorted(next(keys))
    refused = in_node(
        "linking.js",
        [
            "https://example.org/",
            f"{SITE}nurikabe/6/6/j3",
            f"{SITE}shikaku/99999/99999/3",
            f"{SITE}tetrominous/4/4/n5m",
            f"{SITE}shikaku/3/3/3!",
            f"{PENPA}x",
            penpa_link(read_link(f"{SITE}pentominous/5/5/1")).replace("p=", "p=A"),
            *(tagged("heteromino", "5"), tagged("pentominous", "IL"), tagged("nurikabe", "5")),
        ],
    )
    assert [each.get("refused", "")[:30] for each in refused] == [
        "This link cannot be read.",
        "The genre “nurikabe” is not su",
        "The board has more than 100 ro",
        "The link has an unknown clue, ",
        *["This link cannot be read."] * 3,
        *["The link has an unknown clue, "] * 2,
        "The genre “nurikabe” is not su",
    ]
