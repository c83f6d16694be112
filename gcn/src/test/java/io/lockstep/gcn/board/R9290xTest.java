// SPDX-License-Identifier: Apache-2.0
package io.lockstep.gcn.board;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.gcn.Specs;
import io.lockstep.io.InputException;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.Device;
import io.lockstep.spi.RefusalException;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.testsupport.Kernels;
import io.lockstep.testsupport.Repository;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A chip of another generation by data alone: what its compiler emits, and what it lacks. */
class R9290xTest {
  private static final String SHUFFLE =
      """
      .version 7.0
      .target sm_70
      .address_size 64
      .visible .entry turn(.param .u64 out)
      {
        .reg .b32 %r<3>;
        .reg .b64 %rd<3>;
        ld.param.u64 %rd1, [out];
        mov.u32 %r1, %tid.x;
        shfl.sync.bfly.b32 %r2, %r1, 1, 31, -1;
        st.global.u32 [%rd1], %r2;
        ret;
      }
      """;

  private final R9290x provider = new R9290x();
  private final DeviceSpec spec = provider.spec("r9290x");
  private final Device device = provider.device(spec);

  private static List<Kernel> kernels() throws IOException {
    List<Kernel> all = new ArrayList<>(Kernels.CORPUS.stream().map(Kernels::corpus).toList());
    try (Stream<Path> files = Files.list(Repository.ROOT.resolve("examples/kernels"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".ptx")).sorted().toList()) {
        if (file.endsWith("tensor_product.ptx")) {
          continue; // products of matrices and asynchronous copies of another vendor
        }
        all.addAll(Kernels.ptx(file.getFileName().toString(), Files.readString(file)));
      }
    }
    return all;
  }

  private static List<String> mnemonics(Device on, Kernel kernel) {
    return on.lower(kernel)
        .assembly()
        .lines()
        .filter(line -> line.startsWith("  "))
        .map(line -> line.strip().split(" ")[0])
        .toList();
  }

  private static Set<String> known() throws IOException {
    try (var list = R9290x.class.getResourceAsStream("gfx701.txt")) {
      String text = new String(list.readAllBytes(), StandardCharsets.UTF_8);
      return Set.of(text.replaceAll("#.*", "").strip().split("\\s+"));
    }
  }

  @Test
  void everyInstructionOfAllKernelsIsOneThatItsAssemblerKnows() throws IOException {
    Set<String> known = known();
    Set<String> unknown = new TreeSet<>();
    int kernels = 0;
    for (Kernel kernel : kernels()) {
      mnemonics(device, kernel).stream().filter(m -> !known.contains(m)).forEach(unknown::add);
      kernels++;
    }
    assertThat(unknown).isEmpty();
    assertThat(kernels).isGreaterThan(35);
  }

  @Test
  void kernelsWithLocalMemorySetItsLimitOnce() {
    Device without = new Specs().device(Specs.of("mi100"));
    Kernel local = Kernels.localReads(4);
    Kernel plain = Kernels.corpus("vecadd");
    assertThat(limits(device, local)).isOne();
    assertThat(limits(device, plain)).isZero();
    assertThat(limits(without, local)).isZero();
  }

  private static long limits(Device on, Kernel kernel) {
    return on.lower(kernel).assembly().lines().filter(l -> l.contains("m0, -1")).count();
  }

  @Test
  void anOffsetIsAddedBeforeAFlatAccess() {
    String code = device.lower(Kernels.corpus("stencil")).assembly();
    assertThat(code).contains("flat_load_dword").contains("v:address").doesNotContain("offset:");
  }

  @Test
  void itHasNoMatrixCores() {
    assertThatThrownBy(() -> spec.with("matrix.f32_32x32x8f16", "64cycles"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("matrix.f32_32x32x8f16");
    assertThat(device.capabilities().matrices()).isEmpty();
    assertThat(provider.statistics()).noneMatch(s -> s.name().startsWith("matrix."));
    assertThat(device.capabilities().halfPrecision()).isFalse();
  }

  @Test
  void anExchangeBetweenLanesIsRefusedWithItsLine() {
    Kernel shuffle = Kernels.ptx("turn", SHUFFLE).get(0);
    assertThatThrownBy(() -> device.lower(shuffle))
        .isInstanceOf(RefusalException.class)
        .hasMessage("gfx701 has no permutations of lanes (turn, line 10)");
  }
}
