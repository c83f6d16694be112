// SPDX-License-Identifier: Apache-2.0
package io.lockstep.tck;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.Device;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.Occupancy;
import io.lockstep.spi.RefusalException;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.trace.record.Geometry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Checks that a kernel is lowered to the same machine code each time, on any thread. */
public abstract class LoweringContract extends DeviceContract {
  private static final int THREADS = 3;
  private static final int GROUPS = 100;

  /** Creates the contract. */
  protected LoweringContract() {
    super("lowering");
  }

  @TestFactory
  @DisplayName("the machine code has a listing, registers, and the name of its kernel")
  Stream<DynamicTest> theMachineCodeHasAListingRegistersAndTheNameOfItsKernel() {
    return each(
        device -> {
          for (Kernel kernel : kernels()) {
            Optional<MachineKernel> code = code(bench().device(device), kernel);
            if (code.isPresent()) {
              String who = "kernel '" + kernel.name() + "': ";
              String assembly = code.get().assembly();
              require(assembly != null && !assembly.isBlank(), who + "an empty listing");
              int registers = code.get().registers();
              require(registers >= 0, who + registers + " registers");
              String name = code.get().kernel().name();
              require(kernel.name().equals(name), who + "code of kernel '" + name + "'");
            }
          }
        });
  }

  @TestFactory
  @DisplayName("lowered again, by another model and on other threads, it is the same code")
  Stream<DynamicTest> loweredAgainItIsTheSameCode() {
    return each(
        device -> {
          for (Kernel kernel : kernels()) {
            Device shared = bench().device(device);
            List<CompletableFuture<String>> texts = new ArrayList<>();
            for (int k = 0; k < THREADS; k++) {
              texts.add(CompletableFuture.supplyAsync(() -> text(shared, kernel)));
            }
            String first = text(bench().device(device), kernel);
            for (CompletableFuture<String> other : texts) {
              require(
                  first.equals(other.join()),
                  "kernel '" + kernel.name() + "': " + difference(other.join(), first));
            }
          }
        });
  }

  @TestFactory
  @DisplayName("occupancy is the same each time: its groups' wavefronts, at most the maximum")
  Stream<DynamicTest> occupancyIsTheSameEachTime() {
    return each(
        device -> {
          for (Kernel kernel : kernels()) {
            occupancy(device, kernel);
          }
        });
  }

  private void occupancy(DeviceSpec device, Kernel kernel) {
    Device model = bench().device(device);
    Optional<MachineKernel> code = code(model, kernel);
    if (code.isEmpty()) {
      return;
    }
    for (int size : List.of(1, 48, 64)) {
      String who = "kernel '" + kernel.name() + "', groups of " + size + ": ";
      Geometry geometry = new Geometry(GROUPS, 1, 1, size, 1, 1);
      Occupancy o;
      try {
        o = model.occupancy(code.get(), geometry, 0);
      } catch (RefusalException e) {
        continue;
      }
      require(o.groups() >= 1, who + "no group fits, but nothing is refused");
      require(
          o.wavefronts() <= o.maximum(),
          who + o.wavefronts() + " wavefronts of at most " + o.maximum());
      Occupancy again = model.occupancy(code.get(), geometry, 0);
      require(o.equals(again), who + o + ", then " + again);
    }
  }

  private List<Kernel> kernels() {
    return Corpus.all().stream().flatMap(w -> bench().kernels(w).stream()).toList();
  }

  private static Optional<MachineKernel> code(Device device, Kernel kernel) {
    try {
      return Optional.of(device.lower(kernel));
    } catch (RefusalException e) {
      return Optional.empty();
    }
  }

  private static String text(Device device, Kernel kernel) {
    return code(device, kernel)
        .map(code -> code.registers() + " registers\n" + code.assembly())
        .orElse("refused");
  }

  private static String difference(String found, String expected) {
    List<String> one = found.lines().toList();
    List<String> other = expected.lines().toList();
    for (int k = 0; k < Math.min(one.size(), other.size()); k++) {
      if (!one.get(k).equals(other.get(k))) {
        return "line " + k + " is '" + one.get(k) + "', and was '" + other.get(k) + "'";
      }
    }
    return one.size() + " lines, and " + other.size() + " before";
  }
}
