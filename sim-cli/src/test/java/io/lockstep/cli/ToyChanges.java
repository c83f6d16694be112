// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import java.util.Map;
import java.util.function.UnaryOperator;

/** Changes that make a {@link ToyVariant} a wrong plug-in: of its sources, and of its jar. */
final class ToyChanges {
  static final String PROVIDER = "ToyProvider.java";
  static final String DEVICE = "ToyDevice.java";
  static final String UNIT = "ToyUnit.java";
  static final String YAML = "com/example/toy/toy.yaml";

  private ToyChanges() {}

  static ToyVariant inProvider(String kind, String after, String code) {
    return replaced(PROVIDER, kind, after, after + "\n  " + code);
  }

  static ToyVariant inDevice(String kind, String after, String code) {
    return replaced(DEVICE, kind, after, after + "\n    " + code);
  }

  /** A device that overrides a method which the toy inherits. */
  static ToyVariant overridden(String kind, String method, String body) {
    String lower = "public MachineKernel lower(Kernel kernel) {";
    return replaced(
        DEVICE,
        kind,
        lower,
        "public " + method + " {\n    " + body + "\n  }\n\n  @Override\n  " + lower);
  }

  static ToyVariant inUnit(String kind, String after, String code) {
    return replaced(UNIT, kind, after, after + "\n    " + code);
  }

  static ToyVariant replaced(String file, String kind, String from, String to) {
    return ToyVariant.of(kind).with(file, from, to);
  }

  /** A machine around the device's own, with another body of one method. */
  static ToyVariant machine(String kind, String method, String body) {
    StringBuilder text =
        new StringBuilder(
            """
            package com.example.toy;

            import io.lockstep.spi.*;
            import io.lockstep.spi.stats.*;
            import io.lockstep.trace.record.*;

            final class ToyMachine implements Machine {
              private final Machine machine;

              ToyMachine(Machine machine) {
                this.machine = machine;
              }
            """);
    for (String[] m :
        new String[][] {
          {
            "void",
            "launch",
            "int slot, LaunchPlan plan, WorkGroupSource groups, long tick",
            "slot, plan, groups, tick"
          },
          {"boolean", "idle", "int slot", "slot"},
          {"long", "finishedAt", "int slot", "slot"},
          {"void", "hostTouched", "", ""},
          {"void", "resetStatistics", "long tick", "tick"},
          {"void", "statistics", "long tick, StatisticsSink out", "tick, out"},
          {"long", "place", "long[] bytes, long[] out", "bytes, out"}
        }) {
      String own = (m[0].equals("void") ? "" : "return ") + "machine." + m[1] + "(" + m[3] + ");";
      text.append("\n  public " + m[0] + " " + m[1] + "(" + m[2] + ") {\n    ")
          .append((m[1].equals(method) ? body : own) + "\n  }\n");
    }
    return ToyVariant.of(kind)
        .with("ToyMachine.java", "", text + "}\n")
        .with(DEVICE, "return new GpuMachine(", "return new ToyMachine(new GpuMachine(")
        .with(DEVICE, "memory, spec));", "memory, spec)));");
  }

  static UnaryOperator<Map<String, byte[]>> without(String name) {
    return files -> {
      files.remove(name);
      return files;
    };
  }

  static UnaryOperator<Map<String, byte[]>> yaml(String from, String to) {
    return files -> {
      files.computeIfPresent(
          YAML,
          (name, bytes) ->
              new String(bytes, java.nio.charset.StandardCharsets.UTF_8)
                  .replace(from, to)
                  .getBytes(java.nio.charset.StandardCharsets.UTF_8));
      return files;
    };
  }

  /** Class files as if a compiler of Java 55 had written them. */
  static UnaryOperator<Map<String, byte[]>> newer(String ending) {
    return files -> {
      files.replaceAll(
          (name, bytes) -> {
            byte[] changed = bytes.clone();
            if (name.endsWith(ending)) {
              changed[6] = 0;
              changed[7] = 99;
            }
            return changed;
          });
      return files;
    };
  }

  static byte[] garbage() {
    byte[] bytes = new byte[1000];
    new java.util.Random(1).nextBytes(bytes);
    return bytes;
  }
}
