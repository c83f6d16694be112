// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

final class FuzzTargets {
  private FuzzTargets() {}

  private static Map<String, Supplier<FuzzTarget>> all(Path root) {
    Map<String, Supplier<FuzzTarget>> all = new LinkedHashMap<>();
    all.put("ptx", FrontendTarget::ptx);
    all.put("amdil", FrontendTarget::amdIl);
    all.put("workload", () -> new WorkloadTarget(root));
    all.put("device", DeviceTarget::new);
    all.put("sweep", () -> new SweepTarget(root));
    all.put("points", PointsTarget::new);
    all.put("trace", TraceTarget::new);
    all.put("programs", ProgramTarget::new);
    all.put("protocol", ProtocolTarget::new);
    return all;
  }

  static List<String> names() {
    return new ArrayList<>(all(Path.of("")).keySet());
  }

  static FuzzTarget of(String name, Path root) {
    Supplier<FuzzTarget> target = all(root).get(name);
    if (target == null) {
      throw new IllegalArgumentException("unknown target '" + name + "'; valid: " + names());
    }
    return target.get();
  }
}
