// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.io.InputException;
import io.lockstep.kernel.analysis.KernelVerifier;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.type.Variable;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files with kernels that can be read, and others. */
class RefusedKernelsTest {
  private static final String MODULE =
      """
      .global .u32 counter = 7;
      .visible .entry bad(.param .u64 q0, .param .u32 q1)
      .maxntid 64
      {
      .reg .b32 %r<9>;
      mov.u32 %r1, %smid;
      st.global.u32 [counter], %r1;
      ret;
      }
      """;

  private static final String MESSAGE =
      "k.ptx:9:14: special register '%smid' is not supported: it depends on how a device places"
          + " groups";

  private final List<Kernel> refused = new ArrayList<>();
  private final List<String> reasons = new ArrayList<>();

  private List<Kernel> readEach(String text) {
    return new PtxFrontend().readEach("k.ptx", text, FrontendOptions.defaults(), this::refuse);
  }

  private void refuse(Kernel kernel, InputException reason) {
    refused.add(kernel);
    reasons.add(reason.getMessage());
  }

  @Test
  void readsTheOthers() {
    String text = Ptx.text(MODULE, "");
    assertThat(readEach(text)).extracting(Kernel::name).containsExactly("k");
    assertThat(reasons).containsExactly(MESSAGE);
    Kernel bad = refused.get(0);
    KernelVerifier.verify(bad);
    assertThat(bad.name()).isEqualTo("bad");
    assertThat(bad.parameters()).extracting(p -> p.bytes()).containsExactly(8, 4);
    assertThat(bad.bounds().mostItems()).isEqualTo(64);
    assertThat(bad.variables()).extracting(Variable::name).containsExactly("counter");
    assertThat(bad.variables().get(0).initial()).containsExactly(7, 0, 0, 0);
    assertThatThrownBy(() -> new PtxFrontend().read("k.ptx", text, FrontendOptions.defaults()))
        .isInstanceOf(InputException.class)
        .hasMessage(MESSAGE);
  }

  @Test
  void saysTheKernelsReasonIfVariablesAreWrongToo() {
    String wrong = ".shared .u32 y[4];\n.global .u64 x = y;\n";
    assertThatThrownBy(() -> readEach(Ptx.text(wrong, "mov.u32 %r1, %smid;")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("'%smid' is not supported");
  }

  @Test
  void findsNoKernelToRead() {
    assertThat(readEach(Ptx.text("", "mov.u32 %r1, %smid;"))).isEmpty();
    assertThat(refused).extracting(Kernel::name).containsExactly("k");
  }

  private static final String LAUNCH =
      """
      .loc 1 5 5
      .loc 2 727 5
      mov.u64 %%rd3, child;
      {
      .param .b64 a;
      .param .b32 result;
      st.param.b64 [a], %%rd3;
      call.uni (result), %s, (a);
      }
      """;

  private static String launching(String function, String files) {
    String module =
        ".visible .entry child(.param .u64 p) { ret; }\n.extern .func (.param .b32 r) %s(.param .b64 a);"
            .formatted(function);
    return Ptx.text(module, LAUNCH.formatted(function)) + files;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "__cudaCDP2GetParameterBufferV2",
        "__cudaCDP2LaunchDeviceV2_ptsz",
        "cudaGetParameterBufferV2",
        "cudaLaunchDevice",
        "__cuda_syscall_cnpv2GetParameterBufferV2",
        "__cuda_syscall_cnpLaunchDevice"
      })
  void saysInWordsThatKernelsLaunchNoKernels(String function) {
    String text = launching(function, "");
    assertThat(readEach(text)).extracting(Kernel::name).containsExactly("child");
    assertThat(reasons)
        .containsExactly(
            "k.ptx:21:20: a kernel that launches kernels is not supported (dynamic parallelism)");
  }

  @Test
  void saysTheLineOfTheLaunchIfThereAreLines() {
    String files = ".file 1 \"/s/k.cu\"\n.file 2 \"/toolkit/runtime.h\"\n";
    String text = launching("__cudaCDP2LaunchDeviceV2", files);
    readEach(text);
    assertThat(reasons.get(0)).endsWith("(dynamic parallelism): /s/k.cu, line 5");
    FrontendOptions generated = FrontendOptions.defaults().withGenerated("cache.ptx");
    assertThatThrownBy(() -> new PtxFrontend().read("/s/k.cu", text, generated))
        .hasMessage(
            "/s/k.cu:5: a kernel that launches kernels is not supported (dynamic parallelism)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "__cudaCDP2GetDevice",
        "cudaGetDevice",
        "cnpGetDevice",
        "__cuda_syscall_cnpv2GetDevice",
        "__cuda_syscall_CGS_sync"
      })
  void namesTheDeviceRuntimeOfAFunctionThatTheProgramLacks(String function) {
    readEach(launching(function, ""));
    assertThat(reasons)
        .containsExactly(
            "k.ptx:21:20: call of '%s' is not supported: it is a function of CUDA's device runtime"
                    .formatted(function)
                + " (cudadevrt)");
  }
}
