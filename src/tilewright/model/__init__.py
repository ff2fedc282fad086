"""The values that everything else works on: boards, pieces, placements, problems and tilings."""
