"""Every rule of lint.py finds what breaks it, and nothing in a tree that keeps it."""

import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import lint  # noqa: E402

GOOD_HEADER = "// A purpose.\n#pragma once\n\n#include \"support/check.hpp\"\n"


class Rules(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.directory.name).resolve()
        self.addCleanup(self.directory.cleanup)
        self.write("src/ir/meson.build", "sources = ['good.cpp']\n")
        self.write("src/ir/good.hpp", GOOD_HEADER)
        self.write("src/ir/good.cpp", "#include \"ir/good.hpp\"\n")

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def found(self, rule):
        return [place.split(":")[0] for place in lint.RULES[rule](self.root)]

    def test_a_good_tree_breaks_nothing(self):
        for rule in lint.RULES:
            self.assertEqual(self.found(rule), [], rule)

    def test_layers(self):
        self.write("src/ir/up.hpp", "#include \"text/parse.hpp\"\n")
        self.write("src/fusion/eval.cpp", "#include \"eval/compare.hpp\"\n")
        self.write("src/stray/x.cpp", "#include \"ir/good.hpp\"\n")
        self.assertEqual(self.found("layers"),
                         ["src/fusion/eval.cpp", "src/ir/up.hpp", "src/stray/x.cpp"])

    def test_libraries(self):
        self.write("src/ir/boost.cpp", "#include <boost/graph/graphviz.hpp>\n")
        self.write("src/graph/boost.cpp", "#include <boost/graph/graphviz.hpp>\n")
        self.write("src/ir/integer_number.hpp", "#include <boost/multiprecision/cpp_int.hpp>\n")
        self.write("src/driver/json.cpp", "#include <nlohmann/json.hpp>\n")
        self.write("src/eval/tbb.cpp", "#  include <tbb/parallel_for.h>\n")
        self.assertEqual(self.found("libraries"), ["src/eval/tbb.cpp", "src/ir/boost.cpp"])

    def test_length(self):
        self.write("src/ir/long.cpp", "\n" * 601)
        self.write("src/ir/fits.cpp", "\n" * 600)
        self.assertEqual(self.found("length"), ["src/ir/long.cpp"])

    def test_opening(self):
        self.write("src/ir/bare.hpp", "#pragma once\n")
        self.write("src/ir/twice.hpp", "// A purpose.\n")
        self.assertEqual(self.found("opening"), ["src/ir/bare.hpp", "src/ir/twice.hpp"])

    def test_whitespace(self):
        self.write("a.md", "text \n")
        self.write("b.md", "text")
        self.write("c.cpp", "\tint x;\n")
        self.write("d.ir", "text \n")
        self.assertEqual(self.found("whitespace"), ["a.md", "b.md", "c.cpp"])

    def test_paths(self):
        self.write("a.md", "see /" + "home/me/x\n")
        self.write("b.sh", "cd $root/" + "home/x; ls a/" + "work/x\n")
        self.assertEqual(self.found("paths"), ["a.md"])

    def test_listed(self):
        self.write("src/ir/forgotten.cpp", "")
        self.assertEqual(self.found("listed"), ["src/ir/forgotten.cpp"])

    def test_apart(self):
        hidden = "namespace {\n\nclass Walk;\nclass Walk {\n};\n\n}  // namespace\n"
        self.write("src/ir/one.cpp", hidden)
        self.write("src/ir/other.cpp", hidden)
        self.write("src/ir/seen.cpp", "class Walk {\n};\n")
        self.write("src/text/elsewhere.cpp", hidden)
        self.assertEqual(self.found("apart"), ["src/ir/other.cpp"])


if __name__ == "__main__":
    unittest.main()
