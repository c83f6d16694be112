// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockstep.gcn.Specs;
import io.lockstep.testsupport.Kernels;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Divisions and roots of OpenCL's accuracy in a loop whose invariant is %x, beside the loops of
 * clang 19 for gfx908 and gfx942.
 */
class RelaxedDivisionTest {
  private static final List<String> SCALED =
      List.of("frexp_exp_i32", "frexp_mant", "mul", "sub_u32", "ldexp");

  static Stream<Arguments> operations() {
    List<String> reciprocal = List.of("frexp_mant", "rcp", "frexp_exp_i32");
    List<String> root = List.of("cmp_gt", "cndmask_b32", "ldexp", "sqrt", "cndmask_b32", "ldexp");
    return Stream.of(
        Arguments.of("div.full.f32 %s, %x, %s;", joined(reciprocal, SCALED)),
        Arguments.of("div.full.f32 %s, %s, %x;", SCALED),
        Arguments.of("rcp.approx.f32 %s, %s;", joined(reciprocal, List.of("sub_u32", "ldexp"))),
        Arguments.of("sqrt.approx.f32 %s, %s;", root),
        Arguments.of(
            "div.full.ftz.f32 %s, %x, %s;",
            List.of("cmp_gt", "cndmask_b32", "mul", "rcp", "mul", "mul")),
        Arguments.of("div.approx.f32 %s, %x, %s;", List.of("rcp", "mul")),
        Arguments.of("rcp.approx.ftz.f32 %s, %s;", List.of("rcp")),
        Arguments.of("sqrt.approx.ftz.f32 %s, %s;", List.of("sqrt")));
  }

  private static List<String> joined(List<String> first, List<String> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }

  @ParameterizedTest
  @MethodSource("operations")
  void aLoopHasTheInstructionsOfClangs(String operation, List<String> expected) {
    for (String[] chip : new String[][] {{"gfx908", "mi100"}, {"gfx942", "mi300x"}}) {
      assertThat(loop(chip[0], chip[1], operation)).as(chip[0]).isEqualTo(expected);
    }
  }

  /** The vector instructions of the loop, without the type of floats. */
  private static List<String> loop(String isa, String device, String operation) {
    String ptx =
        ".version 7.0\n.target sm_60\n.address_size 64\n.visible .entry k(.param .u64 p, .param .u32 n)"
            + " {\n.reg .b64 %p, %at;\n.reg .b32 %n, %i;\n.reg .f32 %x, %s;\n.reg .pred %go;\n"
            + "ld.param.u64 %p, [p];\nld.param.u32 %n, [n];\nmov.u32 %i, %tid.x;\n"
            + "mul.wide.u32 %at, %i, 8;\nadd.s64 %at, %at, %p;\nld.global.f32 %x, [%at];\n"
            + "ld.global.f32 %s, [%at+4];\nloop:\n"
            + operation
            + "\nsub.u32 %n, %n, 1;\nsetp.ne.u32 %go, %n, 0;\n@%go bra loop;\n"
            + "st.global.f32 [%at], %s;\nret;\n}\n";
    String code =
        new GcnLowering(new Chip(isa, Specs.of(device)))
            .lower(Kernels.ptx("k", ptx).get(0))
            .assembly();
    return code.substring(code.indexOf(".L1:"), code.indexOf(".L2:"))
        .lines()
        .map(String::strip)
        .filter(l -> l.startsWith("v_"))
        .map(l -> l.split(" ")[0].substring(2).replaceAll("_f32$", ""))
        .toList();
  }
}
