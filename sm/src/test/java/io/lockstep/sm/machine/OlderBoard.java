// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sm.machine;

import io.lockstep.core.engine.Simulation;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.spi.Device;
import io.lockstep.spi.Machine;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.Occupancy;
import io.lockstep.spi.path.PathSum;
import io.lockstep.spi.spec.DeviceSpec;
import io.lockstep.testsupport.PtxBoard;
import io.lockstep.trace.record.Geometry;

/** A machine of one multiprocessor without waits for code. */
final class OlderBoard extends PtxBoard {
  /** What the rows of the next launches have beyond one operation each. */
  PlainRows.Feature feature = PlainRows.Feature.NONE;

  /** Whether the critical paths of the next launches are recorded. */
  boolean followed;

  private static final OlderProvider PROVIDER = new OlderProvider();
  private static final String MODULE = ".shared .align 16 .b8 s[16384];\n.const .b32 c[64] = {1};";

  /** Shared memory that is used, so that the compiler keeps it; it begins at address 0. */
  private static final String USED = "st.shared.u32 [s+16380], %r1;\n";

  private static final int FEW = 40;
  private static final int MANY = 140;

  private final DeviceSpec spec;
  private final Device device;
  private Machine machine; // of the last launch

  OlderBoard(String id, String... overrides) {
    DeviceSpec one =
        changed(
            PROVIDER.spec(id),
            "unit.count=1",
            "unit.engines=1",
            "unit.per_cluster=1",
            "l0.latency=0cycles",
            "instruction_cache.latency=0cycles");
    spec = changed(one, overrides);
    device = PROVIDER.device(spec);
  }

  @Override
  protected Machine assemble(Simulation simulation) {
    machine = device.assemble(simulation);
    machine.byPath(followed);
    return machine;
  }

  @Override
  protected MachineKernel lower(Kernel kernel, Geometry geometry) {
    return new PlainRows(spec, feature).lower(kernel);
  }

  @Override
  protected Occupancy occupancy(MachineKernel code, Geometry geometry) {
    return device.occupancy(code, geometry, 0);
  }

  /** Returns the critical path of the last launch, if it was followed. */
  PathSum path() {
    return machine.path().orElseThrow().sum();
  }

  /** Returns a parameter of the board. */
  int value(String path) {
    return spec.integer(path);
  }

  /** Clocks of a line more in straight code, after which a register is stored. */
  double perLine(int threads, String before, String line, String register) {
    String type = register.startsWith("%rd") || register.startsWith("%fd") ? "b64" : "b32";
    long[] clocks = new long[2];
    for (int k = 0; k < 2; k++) {
      int lines = k == 0 ? FEW : MANY;
      String body = USED + before + (line + "\n").repeat(lines);
      String stored = body + "st.global." + type + " [%rd1], " + register + ";";
      clocks[k] = run(kernel(MODULE, stored), 1, threads).clocks();
    }
    return (double) (clocks[1] - clocks[0]) / (MANY - FEW);
  }

  /** Results of a line a clock of the multiprocessor, with so many warps. */
  double perClock(String before, String line, int warps) {
    return 32.0 * warps / clocksPerLine(1, 32 * warps, before, line, "%r5");
  }
}
