// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.frontend.ptx.Ptx;
import io.lockstep.io.InputException;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.ir.Instruction;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.Op;
import io.lockstep.kernel.ir.Texels;
import io.lockstep.kernel.type.Parameter;
import io.lockstep.kernel.type.Type;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** OpenCL C's image functions as clang leaves them: calls of external functions. */
class ImageCallsTest {
  private static final String READ = "_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i";
  private static final String WRITE = "_Z13write_imageui14ocl_image2d_woDv2_iDv4_j";

  private static final String MODULE =
      """
      .extern .func (.param .b64 r) __translate_sampler_initializer (.param .b32 a);
      .extern .func (.param .align 16 .b8 r[16]) %s
        (.param .b64 a, .param .b64 b, .param .align 8 .b8 c[8]);
      .extern .func %s (.param .b64 a, .param .align 8 .b8 b[8], .param .align 16 .b8 c[16]);
      .extern .func (.param .b32 r) _Z15get_image_width14ocl_image2d_ro (.param .b64 a);
      .extern .func (.param .b32 r) _Z16get_image_height14ocl_image2d_ro (.param .b64 a);
      """
          .formatted(READ, WRITE);

  private static String sampler(String flags) {
    return """
    { .param .b32 a; st.param.b32 [a], %s; .param .b64 r;
    call.uni (r), __translate_sampler_initializer, (a); ld.param.b64 %%rd4, [r]; }
    """
        .formatted(flags);
  }

  private static String read(String image, String sampler) {
    return """
    { .param .b64 a; st.param.b64 [a], %s; .param .b64 b; st.param.b64 [b], %s;
    .param .align 8 .b8 c[8]; st.param.v2.b32 [c], {%%r4, 7}; .param .align 16 .b8 r[16];
    call.uni (r), %s, (a, b, c); ld.param.v4.f32 {%%f1, %%f2, %%f3, %%f4}, [r]; }
    """
        .formatted(image, sampler, READ);
  }

  private static String ask(String what, String image) {
    return """
    { .param .b64 a; st.param.b64 [a], %s; .param .b32 r;
    call.uni (r), _Z%sget_image_%s14ocl_image2d_ro, (a); ld.param.b32 %%r3, [r]; }
    """
        .formatted(image, what.equals("width") ? 15 : 16, what);
  }

  private static final String LOADS = "ld.param.u64 %rd1, [p0]; ld.param.u64 %rd2, [p1];\n";

  private static Instruction only(Kernel kernel, Op op) {
    return Ptx.code(kernel).stream().filter(i -> i.op() == op).reduce((a, b) -> null).orElseThrow();
  }

  @Test
  @DisplayName("a read is a fetch of four floats whose last source is the source's sampler")
  void constantSampler() {
    Kernel k = Ptx.kernel(MODULE, LOADS + sampler("20") + read("%rd1", "%rd4"));
    Instruction fetch = only(k, Op.TEXTURE);
    assertThat(fetch.variant()).isEqualTo(Texels.Fetch.sampled(Texels.Geometry.PLANE));
    assertThat(fetch.type()).isEqualTo(Type.F32);
    assertThat(fetch.sourceType()).isEqualTo(Type.I32);
    assertThat(fetch.destinations()).hasSize(4);
    assertThat(fetch.sources()).hasSize(4);
    assertThat(fetch.sources().get(3).isRegister()).isFalse();
    assertThat(fetch.sources().get(3).bits()).isEqualTo(Address.sampler(20));
  }

  @Test
  @DisplayName("a sampler that is an argument stays a register")
  void argumentSampler() {
    Instruction fetch = only(Ptx.kernel(MODULE, LOADS + read("%rd1", "%rd2")), Op.TEXTURE);
    assertThat(fetch.sources().get(3).isRegister()).isTrue();
  }

  @Test
  @DisplayName("a write is a store of a whole texel of unsigned integers")
  void aWriteIsAStoreOfAWholeTexelOfUnsignedIntegers() {
    String body =
        LOADS
            + "{ .param .b64 a; st.param.b64 [a], %rd1; .param .align 8 .b8 b[8];"
            + " st.param.v2.b32 [b], {%r1, %r2}; .param .align 16 .b8 c[16];"
            + " st.param.v4.b32 [c], {1, 2, 3, 4}; call.uni "
            + WRITE
            + ", (a, b, c); }";
    Instruction store = only(Ptx.kernel(MODULE, body), Op.SURFACE_STORE);
    assertThat(store.variant()).isEqualTo(Texels.Surface.texels(Texels.Geometry.PLANE));
    assertThat(store.type()).isEqualTo(Type.I32);
    assertThat(store.signed()).isFalse();
    assertThat(store.sources()).hasSize(1 + 2 + 4);
  }

  @Test
  @DisplayName("questions about an image are parameters behind those of the text, once each")
  void questionsAboutAnImageAreParametersBehindThoseOfTheTextOnceEach() {
    String asked = ask("width", "%rd1") + ask("height", "%rd2") + ask("width", "%rd1");
    Kernel k = Ptx.kernel(MODULE, LOADS + asked);
    assertThat(k.parameters())
        .extracting(Parameter::name)
        .containsExactly("p0", "p1", "p2", "p0.width", "p1.height");
    assertThat(k.parameters()).extracting(Parameter::offset).containsExactly(0, 8, 16, 20, 24);
    assertThat(k.parameterBytes()).isEqualTo(28);
  }

  @ParameterizedTest(name = "{1}")
  @DisplayName("what no sampler or image can be is refused by name")
  @CsvSource(
      delimiter = '|',
      value = {
        "sampler | 6 | a sampler with CLK_ADDRESS_REPEAT wants CLK_NORMALIZED_COORDS_TRUE",
        "sampler | 64 | 0x40 is not a sampler of CLK_… flags",
        "sampler | %r1 | a sampler whose flags are known at run time only is not supported",
        "ask | %rd9 | get_image_width of what is not clearly an argument of the kernel",
      })
  void whatNoSamplerOrImageCanBeIsRefusedByName(String what, String operand, String message) {
    String body =
        what.equals("ask")
            ? "ld.global.u64 %rd9, [%rd1];\n" + ask("width", operand)
            : "ld.global.u32 %r1, [%rd1];\n" + sampler(operand);
    assertThatThrownBy(() -> Ptx.kernel(MODULE, LOADS + body))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("k.ptx:")
        .hasMessageContaining(message);
  }

  @Test
  @DisplayName("images of kinds that nothing here has are refused by name")
  void imagesOfKindsThatNothingHereHasAreRefusedByName() {
    String name = "_Z11read_imagef19ocl_image2d_msaa_roDv2_ii";
    String module =
        ".extern .func (.param .align 16 .b8 r[16]) "
            + name
            + " (.param .b64 a, .param .align 8 .b8 b[8], .param .b32 c);";
    String body =
        "{ .param .b64 a; .param .align 8 .b8 b[8]; .param .b32 c; .param .align 16 .b8 r[16];"
            + " call.uni (r), "
            + name
            + ", (a, b, c); }";
    assertThatThrownBy(() -> Ptx.kernel(module, body))
        .hasMessageContaining("image2d_msaa_t is not supported: expected one of image1d_t");
  }

  @Test
  @DisplayName("a sampler that was copied is the copy, whatever its source holds since")
  void aSamplerThatWasCopiedIsTheCopyWhateverItsSourceHoldsSince() {
    String body =
        LOADS
            + "mov.u64 %rd5, %rd2;\nld.param.u64 %rd2, [p0];\nst.global.u64 [%rd1], %rd2;\n"
            + read("%rd1", "%rd5");
    Kernel k = Ptx.kernel(MODULE, body);
    int sampler = only(k, Op.TEXTURE).sources().get(3).register();
    Instruction copy =
        Ptx.code(k).stream().filter(i -> i.destinations().contains(sampler)).findFirst().get();
    // The first load of the register is of the second parameter, the other one of the first.
    assertThat(copy.op()).isEqualTo(Op.MOVE);
  }

  @ParameterizedTest
  @DisplayName("an image or a sampler that a loop changes behind its use is refused")
  @CsvSource({"image", "sampler", "flags"})
  void anImageOrASamplerThatALoopChangesBehindItsUseIsRefused(String what) {
    String use =
        switch (what) {
          case "image" -> ask("width", "%rd1") + "ld.param.u64 %rd1, [p1];\n";
          case "sampler" -> read("%rd1", "%rd2") + "ld.param.u64 %rd2, [p0];\n";
          default -> sampler("%r9") + "mov.u32 %r9, 36;\n";
        };
    String body =
        LOADS + "mov.u32 %r9, 20;\nL:\n" + use + "setp.ne.u32 %p1, %r3, 0;\n@%p1 bra L;\n";
    assertThatThrownBy(() -> Ptx.kernel(MODULE, body))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("a sampler that changes behind its use is not supported");
  }

  @ParameterizedTest(name = "{0}")
  @DisplayName("a function of such a name with other parameters than OpenCL C's is refused")
  @CsvSource(
      delimiter = '|',
      value = {
        "__translate_sampler_initializer | (.param .b64 r) | .param .b64 a | (r) | [8] and [8]",
        "_Z15get_image_width14ocl_image2d_ro | | .param .b64 a | | [] and [8]",
        "_Z13get_image_dim14ocl_image2d_ro | (.param .b32 r) | .param .b64 a | (r) | [4] and [8]",
        "_Z13get_image_dim14ocl_image3d_ro | (.param .b64 r) | .param .b64 a | (r) | [8] and [8]",
        READ + "| (.param .b32 r) | .param .b64 a, .param .b64 b, .param .b64 c | (r) | [4] and [",
        WRITE + "| | .param .b64 a, .param .b64 b, .param .b64 c | | [] and [8, 8, 8]",
      })
  void aFunctionOfSuchANameWithOtherParametersThanOpenCLCsIsRefused(
      String name, String result, String arguments, String to, String found) {
    String returns = result == null ? "" : result;
    String module = ".extern .func " + returns + " " + name + " (" + arguments + ");";
    String body =
        "{ "
            + (returns + " " + arguments + ";").replaceAll("[(),]", ";").replaceFirst("^[; ]+", "")
            + " call.uni "
            + (to == null ? "" : to + ", ")
            + name
            + ", ("
            + arguments.replaceAll("\\.param \\.b64 ", "")
            + "); }";
    assertThatThrownBy(() -> Ptx.kernel(module, body.replaceAll(";[; ]+", "; ")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("' returns and takes parameters of " + found)
        .hasMessageContaining("bytes, expected [");
  }
}
