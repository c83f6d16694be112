// SPDX-License-Identifier: Apache-2.0
package io.lockstep.frontend.ptx.fuzz;

import io.lockstep.trace.record.Outcome;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * Runs random OpenCL C programs through an OpenCL runtime and, compiled to PTX at three levels of
 * optimisation, through this simulator, and compares every word. See the README of the differential
 * folder.
 */
final class DifferentialFuzz {
  private static final List<String> LEVELS = List.of("-O0", "-O1", "-O2");
  private static final String OPTIONS = "-cl-std=CL1.2 -cl-fp32-correctly-rounded-divide-sqrt -w";

  private final Path folder;
  private final Path input;
  private final Path runner;
  private final String compiler;
  private final String library;
  private int equal;
  private int different;
  private int failed;
  private int unoptimised;

  private DifferentialFuzz(Path folder, Path runner, String compiler, String library)
      throws IOException {
    this.folder = Files.createDirectories(folder);
    this.runner = runner;
    this.compiler = compiler;
    this.library = library;
    this.input = folder.resolve("input.bin");
    // Several of us may share the folder: none may see half a file.
    if (!Files.exists(input) || !Arrays.equals(Files.readAllBytes(input), input())) {
      Path aside = Files.createTempFile(folder, "input", ".tmp");
      Files.write(aside, input());
      Files.move(aside, input, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /** Arguments: folder, path of oclrun, clang, bitcode library, first seed, number of programs. */
  public static void main(String[] args) throws IOException, InterruptedException {
    if (args.length != 6) {
      System.err.println("usage: DifferentialFuzz FOLDER OCLRUN CLANG LIBRARY FIRST COUNT");
      System.exit(2);
    }
    DifferentialFuzz fuzz =
        new DifferentialFuzz(Path.of(args[0]), Path.of(args[1]), args[2], args[3]);
    long first = Long.parseLong(args[4]);
    for (long seed = first; seed < first + Long.parseLong(args[5]); seed++) {
      fuzz.program(seed);
    }
    System.out.printf(
        "programs equal at all levels: %d, equal to the oracle without its optimiser only: %d,"
            + " different: %d, not run: %d%n",
        fuzz.equal, fuzz.unoptimised, fuzz.different, fuzz.failed);
    System.exit(fuzz.different + fuzz.failed == 0 ? 0 : 1);
  }

  /** Words at borders of number formats, small numbers, and random ones. */
  static byte[] input() {
    int[] special = {
      0,
      1,
      -1,
      0x7fffffff,
      0x80000000,
      0x3f800000,
      0xbf800000,
      0x7f800000,
      0xff800000,
      0x00000001,
      0x807fffff,
      0x00800000,
      0x7f7fffff,
      0x4b800001,
      0x3f000000,
      0xc0200000,
      0x47800000,
      0x477ff000,
      0x33000000,
      0x38800000,
      0xffff,
      0x8000,
      0x7fff,
      0x80,
      0x7f,
      0xff,
      31,
      32,
      33,
      63,
      64
    };
    SplittableRandom random = new SplittableRandom(20261120);
    ByteBuffer bytes =
        ByteBuffer.allocate(4 * ProgramGenerator.INPUT_WORDS).order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.hasRemaining()) {
      bytes.putInt(
          switch (random.nextInt(4)) {
            case 0 -> special[random.nextInt(special.length)];
            case 1 -> random.nextInt(100) - 20;
            case 2 -> Float.floatToRawIntBits((float) (random.nextDouble() * 200 - 100));
            default -> random.nextInt();
          });
    }
    return bytes.array();
  }

  private void program(long seed) throws IOException, InterruptedException {
    ProgramGenerator generator = new ProgramGenerator(seed);
    String text = generator.generate();
    int[] group = generator.group();
    int bytes = 4 * new ProgramRun(folder, group).words();
    Path source = folder.resolve("p" + seed + ".cl");
    Path expected = folder.resolve("p" + seed + ".expected.bin");
    if (!Files.exists(source) || !Files.readString(source).equals(text)) {
      Files.deleteIfExists(expected);
      for (String level : LEVELS) {
        Files.deleteIfExists(folder.resolve("p" + seed + level + ".ptx"));
      }
      Files.writeString(source, text);
    }
    String[] own = {
      runner.toString(),
      source.toString(),
      input.toString(),
      expected.toString(),
      Integer.toString(bytes),
      Integer.toString(group[0]),
      Integer.toString(group[1]),
      Integer.toString(group[2]),
      OPTIONS
    };
    if (!Files.exists(expected) && !run(own)) {
      report(seed, "the OpenCL runtime gives no result");
      failed++;
      return;
    }
    List<String> misses = new ArrayList<>();
    boolean ran = true;
    for (String level : LEVELS) {
      Path ptx = folder.resolve("p" + seed + level + ".ptx");
      List<String> command = new ArrayList<>(List.of(compiler, "-x", "cl", level, "-S"));
      command.addAll(List.of(OPTIONS.split(" ")));
      command.addAll(List.of("-Xclang", "-finclude-default-header", "-target", "nvptx64--"));
      command.addAll(List.of("-Xclang", "-target-cpu", "-Xclang", "sm_60"));
      command.addAll(List.of("-Xclang", "-mlink-builtin-bitcode", "-Xclang", library));
      command.addAll(List.of(source.toString(), "-o", ptx.toString()));
      if (!Files.exists(ptx) && !run(command.toArray(String[]::new))) {
        report(seed, level + ": the compiler gives no result");
        ran = false;
        continue;
      }
      String miss = execute(seed, level, expected, group);
      if (miss != null) {
        misses.add(level + ": " + miss);
      }
    }
    if (misses.size() == LEVELS.size() && withoutOptimiser(seed, own, group)) {
      report(seed, "differs from the optimised oracle, equals it with -cl-opt-disable");
      unoptimised++;
      return;
    }
    misses.forEach(m -> report(seed, m));
    if (!misses.isEmpty()) {
      different++;
    } else if (ran) {
      equal++;
    } else {
      failed++;
    }
  }

  /**
   * Whether all levels equal what the runtime gives without its optimiser. Its own built-in
   * functions leave cases undefined that OpenCL defines, and LLVM then drops code.
   */
  private boolean withoutOptimiser(long seed, String[] command, int[] group)
      throws IOException, InterruptedException {
    Path plain = folder.resolve("p" + seed + ".plain.bin");
    String[] again = command.clone();
    again[3] = plain.toString();
    again[8] += " -cl-opt-disable";
    if (!run(again)) {
      return false;
    }
    for (String level : LEVELS) {
      if (execute(seed, level, plain, group) != null) {
        return false;
      }
    }
    return true;
  }

  private static void report(long seed, String what) {
    System.out.println("seed " + seed + ": " + what);
  }

  private static boolean run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).inheritIO().start();
    if (!process.waitFor(15, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      return false;
    }
    return process.exitValue() == 0;
  }

  /** What differs, or null. */
  private String execute(long seed, String level, Path expected, int[] group) {
    try {
      Outcome outcome =
          new ProgramRun(folder, group)
              .execute("p" + seed + level + ".ptx", "{file: " + expected.getFileName() + "}");
      return outcome.verified() ? null : outcome.message();
    } catch (RuntimeException e) {
      StringBuilder where = new StringBuilder(e.toString());
      if (e.getStackTrace().length > 0) {
        where.append(" at ").append(e.getStackTrace()[0]);
      }
      return where.toString();
    }
  }
}
