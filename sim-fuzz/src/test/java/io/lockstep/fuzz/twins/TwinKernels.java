// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz.twins;

import io.lockstep.observe.line.LineTimes.LaunchTimes;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
import io.lockstep.spi.spec.DeviceSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Small kernels in PTX, launched one after the other on a device of each family, and the time of
 * each launch. A body finds its work-item's number in {@code %id}, its number in the group in
 * {@code %t}, a word of input in {@code %x} with its address in {@code %in}, and the launch's
 * argument, the same for all lanes, in {@code %n}; the kernel stores {@code %y} at {@code %out}. A
 * body that names {@code %tx} finds there a square texture of the input's words.
 */
final class TwinKernels {
  /** Words of each buffer. */
  static final int WORDS = 1 << 20;

  /** A device of each family, and of each generation of NVIDIA's scheduler. */
  static final List<String> DEVICES =
      List.of("gtx280", "hd5870", "hd6970", "mi300a", "v100", "a100");

  /** Texels of a row of the texture, and its rows. */
  static final int SIDE = 1 << 10;

  private static final String TEXTURE =
      ", {texture: {buffer: in, width: %d, height: %d, channels: 1}}".formatted(SIDE, SIDE);

  private static final String CONSTANTS = ".const .align 4 .b32 con[64] = {1, 2, 3, 4, 5};\n";

  private static final Catalogue CATALOGUE = new Catalogue(Plugins.providers(List.of()));

  private final Path folder;
  private final Map<String, String> names = new LinkedHashMap<>();
  private final StringBuilder launches = new StringBuilder();
  private int count;

  TwinKernels(Path folder) {
    this.folder = folder;
  }

  static DeviceSpec spec(String device) {
    return CATALOGUE.spec(device);
  }

  /** Returns the lanes of a device's wavefronts. */
  static int width(String device) {
    return List.of("gtx280", "v100", "a100").contains(device) ? 32 : 64;
  }

  /**
   * Adds a launch, after one of the same kind that is not timed and brings code and data into
   * caches.
   *
   * @param n the kernel's argument
   * @return number of the launch, for {@link Times#of}
   */
  int launch(String body, int groups, int size, int n) {
    cold(body, groups, size, n);
    return cold(body, groups, size, n);
  }

  /** Adds a launch with the caches that the one before leaves. */
  int cold(String body, int groups, int size, int n) {
    String kernel = names.computeIfAbsent(body, b -> "k" + names.size());
    String line = "  - {launch: %s, grid: [%d], block: [%d], args: [in, out, {u32: %d}%s]}%n";
    launches.append(line.formatted(kernel, groups, size, n, hasTexture(body) ? TEXTURE : ""));
    return count++;
  }

  private static boolean hasTexture(String body) {
    return body.contains("%tx");
  }

  /** Returns the text of all kernels. */
  String text() {
    StringBuilder text = new StringBuilder(".version 7.0\n.target sm_70\n.address_size 64\n");
    text.append(names.keySet().stream().anyMatch(b -> b.contains(" con;")) ? CONSTANTS : "");
    names.forEach(
        (body, name) -> {
          text.append(".visible .entry ").append(name);
          text.append("(.param .u64 in, .param .u64 out, .param .u32 n");
          text.append(hasTexture(body) ? ", .param .u64 texture)\n{\n" : ")\n{\n");
          text.append(".reg .pred %p<99>;\n.reg .b32 %id, %t, %x, %y, %n, %g, %r<99>;\n");
          text.append(".reg .b64 %in, %out, %at, %rd<99>;\n.reg .f32 %f<99>;\n");
          text.append(body.contains(" sh;") ? ".shared .align 16 .b8 sh[8192];\n" : "");
          text.append(body.contains(" priv;") ? ".local .align 16 .b8 priv[64];\n" : "");
          text.append(hasTexture(body) ? ".reg .b64 %tx;\nld.param.u64 %tx, [texture];\n" : "");
          text.append("ld.param.u64 %in, [in];\nld.param.u64 %out, [out];\n");
          text.append("ld.param.u32 %n, [n];\nmov.u32 %t, %tid.x;\nmov.u32 %g, %ctaid.x;\n");
          text.append("mov.u32 %id, %ntid.x;\nmad.lo.u32 %id, %g, %id, %t;\n");
          text.append("mul.wide.u32 %at, %id, 4;\nadd.u64 %in, %in, %at;\n");
          text.append("add.u64 %out, %out, %at;\nld.global.u32 %x, [%in];\nmov.u32 %y, %x;\n");
          text.append(body).append("\nst.global.u32 [%out], %y;\nret;\n}\n");
        });
    return text.toString();
  }

  /** Times of launches on a device, in picoseconds. */
  record Times(String device, long[] picos) {
    double of(int launch) {
      return picos[launch];
    }
  }

  /**
   * Simulates the launches on each device.
   *
   * @param data seed of the input
   * @param refusals receives the message of each device that refuses the kernels
   */
  List<Times> run(int data, SortedMap<String, String> refusals) {
    Path workload;
    try {
      Files.writeString(folder.resolve("k.ptx"), text());
      workload =
          Files.writeString(
              folder.resolve("w.yaml"),
              """
              name: twins
              kernels: k.ptx
              buffers:
                in: {type: u32, count: %d, init: {hash: {seed: %d}}}
                out: {type: u32, count: %d, init: zero}
              steps:
              %s"""
                  .formatted(WORDS, data, WORDS, launches));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    RunOptions options = RunOptions.defaults().with().byLine(true).threads(1).build();
    Runner runner = new Runner(CATALOGUE, Plugins.frontends());
    List<Runner.Target> targets = DEVICES.stream().map(d -> new Runner.Target(spec(d))).toList();
    SortedMap<String, Times> times = new TreeMap<>();
    for (RunResult r : SharedProgram.run(runner, workload, Map.of(), targets, options)) {
      if (r.status() == RunStatus.REFUSED) {
        refusals.put(r.device(), r.message());
      } else if (r.status() != RunStatus.OK) {
        throw new AssertionError(r.device() + ": " + r.message() + "\n" + text());
      } else {
        long[] picos = r.lines().launches().stream().mapToLong(LaunchTimes::picos).toArray();
        times.put(r.device(), new Times(r.device(), picos));
      }
    }
    return List.copyOf(times.values());
  }
}
