// SPDX-License-Identifier: Apache-2.0
package io.lockstep.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockstep.execute.fault.MemoryFault;
import io.lockstep.execute.memory.AllocatedRest;
import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.kernel.ir.Address;
import io.lockstep.kernel.type.Type;
import io.lockstep.program.memory.LiveMemory;
import io.lockstep.trace.file.TraceFile;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Accesses of kernels behind buffers. */
@Timeout(120)
class BoundsTest {
  @TempDir private Path folder;

  @Test
  void roundsAsAllocatorsDo() {
    assertThat(Bounds.ALLOCATION.rest(1000, true)).isEqualTo(new AllocatedRest(1024, 2 << 20));
    assertThat(Bounds.ALLOCATION.rest(4097, false)).isEqualTo(new AllocatedRest(8192, 8192));
    assertThat(Bounds.STRICT.rest(1000, true)).isEqualTo(new AllocatedRest(1000, 1000));
  }

  @Test
  void readsZerosFromTheRestOfAPageAndKeepsWritesNearTheEnd() {
    DeviceMemory memory = new DeviceMemory();
    int buffer = memory.allocate("b", Type.I8, 0, null);
    memory.replace(buffer, "b", Type.I8, 1000, Bounds.ALLOCATION.rest(1000, true));
    long start = Address.of(buffer, 0);
    memory.storeInt(start + 996, -1);
    assertThat(memory.takeBeyond(buffer)).isZero();
    memory.storeInt(start + 1020, 5);
    assertThat(memory.loadInt(start + 1000)).isZero();
    assertThat(memory.loadInt(start + 1020)).isEqualTo(5);
    assertThat(memory.takeBeyond(buffer)).isEqualTo(1024);
    assertThat(memory.loadLong(start + (2 << 20) - 8)).isZero();
    assertThat(memory.takeBeyond(buffer)).isEqualTo(2 << 20);
    assertThatThrownBy(() -> memory.storeInt(start + 1024, 1)).isInstanceOf(MemoryFault.class);
    assertThatThrownBy(() -> memory.loadInt(start + (2 << 20))).isInstanceOf(MemoryFault.class);
    memory.close();
  }

  @Test
  void permitsTheRestOfAnAllocationOnRequest() throws Exception {
    TestProgram program = TestProgram.of("rest", folder);
    Path trace = folder.resolve("rest.lkt");
    ProgramRun.Result strict = program.run(trace, "60");
    assertThat(strict.message())
        .contains("4-byte access at offset 400 out of bounds of buffer 1 of 400 bytes (load)")
        .endsWith("; --bounds allocation permits the rest of its allocation");
    program.notes.clear();
    program.within(Bounds.ALLOCATION);
    ProgramRun.Result rest = program.run(trace, "0", "60", "500", "960");
    assertThat(rest.message()).isEmpty();
    assertThat(program.notes)
        .containsOnlyOnce(
            "kernel 'peek' accesses buffer 1 of 400 bytes up to byte 496: behind its end, within"
                + " its allocation");
    try (TraceFile file = TraceFile.open(trace)) {
      file.verify();
      assertThat(file.program().buffers().get(LiveMemory.FIRST).bytes()).isEqualTo(4096);
    }
    assertThat(program.run(trace, "961").message())
        .contains("offset 4096 out of bounds of buffer 1 of 400 bytes (load)")
        .doesNotContain("--bounds");
  }
}
