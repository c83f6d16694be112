// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.amdil;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wrong texts: position, what was found, what was expected. */
class MalformedTest {
  private static void fails(String text, String message) {
    assertThatThrownBy(() -> Il.kernel(text))
        .isInstanceOf(InputException.class)
        .hasMessage(message);
  }

  @ParameterizedTest
  @DisplayName("a wrong statement is one error with its position")
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "umull r0, r1, r2~3:1: unknown operation 'umull'; did you mean 'umul'?",
        "mov r0 r1~3:1: 'mov' takes 2 operands, found 1",
        "mov r0, r1 r2~3:12: expected an operation, found the register 'r2'; is a comma missing?",
        "mov_foo r0, r1~3:1: 'mov' has no modifier '_foo'; valid: _d2, _d4, _d8, _prec, _sat, _x2,"
            + " _x4, _x8",
        "mov_satt r0, r1~3:1: 'mov' has no modifier '_satt'; did you mean '_sat'?",
        "iadd_sat r0, r1, r2~3:1: 'iadd' has no modifier '_sat'",
        "mov r0.yx, r1~3:7: wrong mask '.yx': x, y, z, w stand in this order, each at its own"
            + " place, as in '.x_z_', or as '.xz'",
        "mov r0, r1.xq~3:11: expected one to four of x, y, z, w, 0, 1 (and _ in masks), found '.xq'",
        "mov r0, r1.x_~3:11: a source reads x, y, z, w, 0 or 1, found '.x_'",
        "mov r0, 1.0~3:9: expected a register, found '1.0'; numbers are declared with dcl_literal",
        "mov r0, l7~3:9: 'l7' is not declared; dcl_literal declares it; declared: l0",
        "mov l0, r0~3:5: 'l0' cannot be written; a result goes to r#, o#, x#[] or g[]",
        "mov r0, cb0[0]~3:9: 'cb0' is not declared; dcl_cb declares it",
        "mov q0, r1~3:5: 'q0' cannot be written; a result goes to r#, o#, x#[] or g[]",
        "mov r0, q1~3:9: unknown register 'q1'; valid: r#, l#, o#, cb#[], x#[], g[], v#,"
            + " vWinCoord0, vTidInGrp, vTidInGrpFlat, vThreadGrpID, vThreadGrpIDFlat, vAbsTid,"
            + " vAbsTidFlat",
        "mov r0, vAbsTidFlat.y~3:20: 'vAbsTidFlat' has no component y, only x",
        "mov r0, vWinCoord0~3:9: 'vWinCoord0' is an input of pixel shaders; il_cs has vAbsTidFlat",
        "mov r0, g~3:9: the global buffer is read and written by element, as in g[r0.x]",
        "mov r0, g[r0.x*2]~3:15: unexpected character '*'",
        "mov r0, g[r0.x~5:1: expected ']' after the index, found 'end'",
        "mov r0, r1_foo~3:9: unknown modifier '_foo' of a source; valid: _neg(xyzw), _abs, _sat,"
            + " _invert, _bias, _x2, _bx2, _sign",
        "iadd r0, r1_abs, r2~3:10: '_abs' is for floats, 'iadd' computes with integers",
        "mov r0_neg(x), r1~3:5: a destination has no modifiers; '_neg(x)' belongs to the operation"
            + " or to a source",
        "sample_resource(0)_sampler(0) r0, r1~3:1: resource 0 is not declared;"
            + " dcl_resource_id(0)_type(2d,unnorm)_fmtx(float)… declares it",
        "sample_resource(0) r0, r1~3:1: 'sample' needs '_sampler(n)'",
        "dcl_resource_id(0)_type(cubemap)_fmtx(float)~3:19: textures of '_type(cubemap)' are not"
            + " supported; valid: 1d, 2d, 3d, buffer",
        "dcl_resource_id(0)_type(2d)_fmtx(flot)~3:28: unknown '_fmtx(flot)'; did you mean 'float'?",
        "lds_load_id(0) r0, r1.x~3:1: lds 0 is not declared; dcl_lds_id(0) BYTES declares it",
        "uav_raw_load_id(3) r0, r1.x~3:1: uav 3 is not declared; dcl_raw_uav_id(3) declares it",
        "lds_write_vec mem.xyzw, r0~3:1: 'lds_write_vec' needs dcl_lds_size_per_thread;"
            + " Evergreen's memory is used by lds_load and lds_store",
        "endif~3:1: 'endif' without 'if'",
        "endloop~3:1: 'endloop' without 'whileloop'",
        "break~3:1: 'break' outside a loop",
        "if_logicalnz r0.x~3:1: 'if_logicalnz' has no 'endif'",
        "whileloop~3:1: 'whileloop' has no 'endloop'",
        "whileloop if_logicalz r0.x endloop~3:28: 'endloop' without 'whileloop'; 'if_logicalz' of"
            + " line 3 is open",
        "call 3~3:6: no function 3; there is none",
        "dadd r0.xy, r1.xy, r2.xy~3:1: 'dadd' is not supported: double precision",
        "sample_c_resource(0)_sampler(0) r0, r1, r2~3:1: 'sample_c' is not supported: textures are"
            + " sampled with sample or load, without comparison or gathering",
        "sample_l_resource(0) r0, r1, r2~3:1: 'sample_l' needs '_sampler(n)'",
        "sample_g_resource(0)_sampler(0) r0, r1, r2~3:1: 'sample_g' takes 4 operands, found 3",
        "dcl_literal l0, 1, 2, 3, 4~3:1: l0 is declared twice",
        "dcl_literal l1, 1, 2, 3~3:1: 'dcl_literal' takes 5 operands, found 4",
        "dcl_literal l1, 1, 2, 3, 4294967296~3:26: the integer 4294967296 does not fit 32 bits",
        "dcl_literal l1, 1, 2, 3, 1e99~3:26: the number 1e99 is beyond the range of a float",
        "dcl_literal l1, 1, 2, 3, 12ab~3:26: expected a number such as 0x3F800000, 64 or 0.5f,"
            + " found '12ab'",
        "dcl_cb cb0~3:8: expected a constant buffer with its number of elements, as in cb0[4],"
            + " found 'cb0'",
        "dcl_cb cb16[1]~3:8: constant buffers are cb0 to cb15, found cb16",
        "dcl_output_generic o0~3:1: 'dcl_output_generic' is for il_ps, this is il_cs",
        "dcl_num_thread_per_group 64~3:1: the size of the work-group is declared twice",
        "div_zeroop(none) r0, r1, r2~3:1: unknown '_zeroop(none)'; valid: fltmax, inf_else_max,"
            + " infinity, zero",
        "mov r0, r1 $~3:12: unexpected character '$'",
        "mov r99999, r1~3:5: register numbers end at 65535, found 'r99999'",
        "func 1~3:1: functions stand after 'endmain'",
        "endfunc~3:1: 'endfunc' without 'func'",
        "endmain endfunc~3:9: 'endfunc' without 'func'",
      })
  void statements(String body, String message) {
    fails(
        "il_cs_2_0\ndcl_num_thread_per_group 1 dcl_literal l0, 0, 0, 0, 0\n" + body + "\n\nend",
        "k.il:" + message);
  }

  @Test
  @DisplayName("heads and ends")
  void wrongHeadsAndEndsAreRefused() {
    fails(
        "il_vs_2_0\nend\n",
        "k.il:1:1: expected 'il_cs_2_0' or 'il_ps_2_0' in the first line, found 'il_vs_2_0'");
    fails(
        "", "k.il:1:1: expected 'il_cs_2_0' or 'il_ps_2_0' in the first line, found an empty file");
    fails(
        "il_cs_2_0\nmov r0, r1\n",
        "k.il:3:1: expected 'end' at the end of the kernel, found the end of the file");
    fails(
        "il_cs_2_0\nmov r0, r1\nend\n",
        "k.il:1:1: il_cs needs the size of its work-groups: dcl_num_thread_per_group 64");
    fails(
        Il.HEAD + "end\nil_cs_2_0\nend\n",
        "k.il:4:1: nothing may follow 'end' (one kernel a file), found 'il_cs_2_0'");
    fails(
        Il.HEAD + "endmain\nmov r0, r1\nend\n",
        "k.il:4:1: expected 'func' or 'end' after 'endmain', found 'mov'");
    fails(
        Il.HEAD + "call 1\nendmain\nfunc 1\ncall 1\nendfunc\nend\n",
        "k.il:6:1: function 1 calls itself; recursion is not supported");
    fails(
        "il_ps_2_0\ndcl_output_generic o0\nmov o0, vWinCoord0\nend",
        "k.il:3:9: 'vWinCoord0' is not declared; dcl_input_position_interp(linear_noperspective)"
            + " vWinCoord0.xy__ declares it");
    fails(
        "il_ps_2_0\nmov o0, r0\nend",
        "k.il:2:5: 'o0' is not declared; dcl_output_generic declares it");
    fails(
        "il_ps_2_0\nmov r0, vAbsTidFlat.x\nend",
        "k.il:2:9: 'vAbsTidFlat' is an id of a compute shader; il_ps has the pixel's vWinCoord0");
    fails(
        "il_cs_2_0\ndcl_num_thread_per_group 128\ndcl_lds_size_per_thread 4\n"
            + "dcl_lds_sharing_mode _wavefrontAbs\nend",
        "k.il:4:1: _wavefrontAbs shares memory between wavefronts by their order on the machine;"
            + " supported in groups of at most 64, found 128");
  }
}
