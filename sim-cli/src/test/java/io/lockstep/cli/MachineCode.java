// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import io.lockstep.kernel.ir.Kernel;
import io.lockstep.kernel.ir.LaunchBounds;
import io.lockstep.run.Catalogue;
import io.lockstep.run.KernelFiles;
import io.lockstep.run.Plugins;
import io.lockstep.spi.CodeLine;
import io.lockstep.spi.CodeOrigins;
import io.lockstep.spi.Device;
import io.lockstep.spi.MachineKernel;
import io.lockstep.spi.RefusalException;
import io.lockstep.trace.record.Geometry;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Prints what every device's compiler makes of kernels, so that a change of the compilers can be
 * compared with the state before it: a digest per kernel and device, or the text behind it.
 *
 * <p>Run by {@code tools/machine-code.sh}.
 */
public final class MachineCode {
  /** Divided among the instructions of a row; large enough to tell all weights apart. */
  private static final long ROW = 1 << 24;

  private static final int[] GROUPS = {64, 256, 1024};
  private static final int[] LIMITS = {0, 24, 10};

  private MachineCode() {}

  /**
   * @param args {@code --text} prints the text instead of digests; {@code --device ID,ID} selects
   *     devices; then kernel files, workloads and folders of them
   */
  public static void main(String[] args) throws IOException {
    List<String> left = new ArrayList<>(List.of(args));
    boolean text = left.remove("--text");
    int option = left.indexOf("--device");
    List<String> ids = option < 0 ? List.of() : List.of(left.get(option + 1).split(","));
    if (option >= 0) {
      left.subList(option, option + 2).clear();
    }
    Catalogue catalogue = Catalogue.of(Optional.empty(), List.of());
    List<Device> devices =
        catalogue.specs().stream()
            .filter(spec -> ids.isEmpty() || ids.contains(spec.id()))
            .map(catalogue::device)
            .toList();
    List<Path> files = new ArrayList<>();
    for (String root : left) {
      try (var found = Files.walk(Path.of(root))) {
        found
            .filter(f -> f.toString().matches(".*\\.(yaml|ptx|il|cl|cu)"))
            .sorted()
            .forEach(files::add);
      }
    }
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    long lowering = 0;
    for (Path file : files) {
      List<Kernel> kernels;
      try {
        kernels = KernelFiles.read(file, Plugins.frontends());
      } catch (RuntimeException e) {
        continue; // not a kernel, or one that is wrong on purpose
      }
      for (Kernel kernel : kernels) {
        for (Device device : devices) {
          long start = System.nanoTime();
          String code = text(kernel, device);
          lowering += System.nanoTime() - start;
          out.println(
              text
                  ? code
                  : "%s %s %s %s".formatted(digest(code), device.spec().id(), kernel.name(), file));
        }
      }
      out.flush();
    }
    System.err.println("lowering took " + lowering / 1_000_000 + " ms");
  }

  private static String text(Kernel kernel, Device device) {
    StringBuilder out = new StringBuilder();
    for (int limit : LIMITS) {
      LaunchBounds bounds = kernel.bounds().withRegisterLimit(limit);
      MachineKernel code =
          write("limit " + limit, limit == 0 ? kernel : kernel.withBounds(bounds), device, out);
      for (int items : GROUPS) {
        if (code != null) {
          MachineKernel fitted = device.fitted(code, new Geometry(1, 1, 1, items, 1, 1));
          if (fitted != code) {
            out.append("group ").append(items).append('\n');
            write(fitted, out);
          }
        }
      }
    }
    return out.toString();
  }

  private static MachineKernel write(String what, Kernel kernel, Device device, StringBuilder out) {
    out.append(what).append('\n');
    try {
      MachineKernel code = device.lower(kernel);
      write(code, out);
      return code;
    } catch (RefusalException e) {
      out.append("refused: ").append(e.getMessage()).append('\n');
      return null;
    }
  }

  private static void write(MachineKernel code, StringBuilder out) {
    out.append(code.registers()).append(" registers, ").append(code.spilledBytes());
    out.append(" bytes spilled; ").append(code.slowPath()).append(code.remark()).append('\n');
    for (CodeLine line : code.code()) {
      out.append(line.text()).append("  @").append(line.lines()).append(line.rows()).append('\n');
    }
    CodeOrigins origins = code.origins().orElse(null);
    for (int row = 0; origins != null && row < origins.rows(); row++) {
      out.append(row).append(' ').append(code.port(row));
      origins.split(row, ROW, (i, ticks) -> out.append(' ').append(i).append(':').append(ticks));
      out.append('\n');
    }
  }

  private static String digest(String text) {
    try {
      byte[] sha =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(sha, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
