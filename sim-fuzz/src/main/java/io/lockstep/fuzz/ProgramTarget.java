// SPDX-License-Identifier: Apache-2.0
package io.lockstep.fuzz;

import io.lockstep.io.InputException;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.run.Catalogue;
import io.lockstep.run.KernelFiles;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunOptions;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
import io.lockstep.spi.spec.DeviceSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.CRC32;

/**
 * Tests functional results: a random program in PTX, AMD IL and OpenCL C must give the result of
 * {@link ProgramReference}. The program is simulated on the first device of a family; if the device
 * refuses the program, the next family is tried. A hash of the input selects the family to try
 * first. If the machine has a compiler, one in {@value #COMPILED} inputs is also compiled from
 * OpenCL C, which takes longer than all other work.
 */
final class ProgramTarget implements FuzzTarget {
  private static final int COMPILED = 64;
  private static final int SEEDS = 24;
  private static final int SEED_BYTES = 400;

  private final List<KernelFrontend> frontends = Plugins.frontends();
  private final Catalogue catalogue = new Catalogue(Plugins.providers(List.of()));
  private final List<Runner.Target> targets = new ArrayList<>();
  private final Path folder;
  private Boolean compiles; // null if not tried yet

  ProgramTarget() {
    for (String family : catalogue.families()) {
      DeviceSpec first = catalogue.provider(family).catalogue().get(0);
      targets.add(new Runner.Target(first));
    }
    try {
      folder = Files.createTempDirectory("lockstep-programs");
      folder.toFile().deleteOnExit();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String name() {
    return "programs";
  }

  @Override
  public List<String> packages() {
    return List.of("io.lockstep.frontend.**", "io.lockstep.execute.**");
  }

  @Override
  public boolean isRead() {
    return false; // an input is a generator's choices
  }

  @Override
  public void run(byte[] input) {
    RandomProgram program = RandomProgram.of(input);
    CRC32 hash = new CRC32();
    hash.update(input);
    int family = (int) (hash.getValue() % targets.size());
    boolean compiled = hash.getValue() / targets.size() % COMPILED == 0;
    List<List<Runner.Target>> inTurn = new ArrayList<>();
    for (int i = 0; i < targets.size(); i++) {
      inTurn.add(List.of(targets.get((family + i) % targets.size())));
    }
    run(program, ProgramReference.output(program), compiled, inTurn);
  }

  /**
   * Runs a program on all families.
   *
   * @param expected output of the program
   * @param compiled whether to test the program in OpenCL C as well
   */
  void run(RandomProgram program, int[] expected, boolean compiled) {
    run(program, expected, compiled, List.of(targets));
  }

  /**
   * Compiles a program to PTX and runs it on devices. Each device must compute the expected output
   * or refuse the program.
   *
   * @param registers limit for the kernel's attribute {@code max_registers}; 0 for none
   */
  void run(RandomProgram program, int[] expected, int registers, List<Runner.Target> devices) {
    String limited = "{file: k.ptx, attributes: {k: {max_registers: %d}}}".formatted(registers);
    String launch = buffers(program, expected);
    String text = new ProgramPtx().of(program);
    run("ptx", text, registers == 0 ? "k.ptx" : limited, launch, List.of(devices));
  }

  /** Writes the files of the buffers and returns the launch in PTX. */
  private String buffers(RandomProgram program, int[] expected) {
    write("in.bin", program.input());
    write("out.bin", expected);
    String arguments = "k, grid: [%d], block: [%d], args: [in, out]";
    return arguments.formatted(RandomProgram.GROUPS, RandomProgram.GROUP);
  }

  private void run(
      RandomProgram program, int[] expected, boolean compiled, List<List<Runner.Target>> inTurn) {
    String launch = buffers(program, expected);
    run("ptx", new ProgramPtx().of(program), "k.ptx", launch, inTurn);
    String bound = "k, grid: [%d], bind: {uav0: in, uav1: out}".formatted(RandomProgram.GROUPS);
    run("il", new ProgramIl().of(program), "k.il", bound, inTurn);
    if (compiled && compiles()) {
      String file = "{file: k.cl, options: [-ffp-contract=off, -w]}";
      run("cl", new ProgramOpenCl().of(program), file, launch, inTurn);
    }
  }

  /** Simulates the program on each group of targets in turn, until one group does not refuse it. */
  private void run(
      String ending, String text, String kernels, String launch, List<List<Runner.Target>> inTurn) {
    write("k." + ending, text);
    Path workload = write("w.yaml", workload(kernels, launch));
    String refusal = "";
    for (List<Runner.Target> targets : inTurn) {
      boolean simulated = false;
      for (RunResult r : results(workload, targets, text)) {
        if (r.status() == RunStatus.REFUSED && !r.message().isBlank()) {
          refusal = r.message();
        } else if (r.status() == RunStatus.OK && Boolean.TRUE.equals(r.verified())) {
          simulated = true;
        } else {
          throw new AssertionError(
              "%s on %s is %s: %s\n%s"
                  .formatted(ending, r.device(), r.status(), r.message(), text));
        }
      }
      if (simulated) {
        return;
      }
    }
    throw new AssertionError(ending + ": " + refusal + "\n" + text);
  }

  private List<RunResult> results(Path workload, List<Runner.Target> targets, String text) {
    try {
      return SharedProgram.run(
          new Runner(catalogue, frontends), workload, Map.of(), targets, options());
    } catch (InputException e) {
      throw new AssertionError(e.getMessage() + "\n" + text, e);
    }
  }

  private static String workload(String kernels, String launch) {
    int words = RandomProgram.GROUPS * RandomProgram.GROUP * RandomProgram.OUTPUTS;
    return """
        name: program
        kernels: %s
        buffers:
          in: {type: u32, count: %d, init: {file: in.bin}}
          out: {type: u32, count: %d}
        steps:
          - {launch: %s}
        expect:
          out: {file: out.bin}
        """
        .formatted(kernels, RandomProgram.INPUTS, words, launch);
  }

  private static RunOptions options() {
    return RunOptions.defaults().withThreads(1);
  }

  /** Whether an OpenCL C compiler is available; prints a message once if not. */
  private boolean compiles() {
    if (compiles == null) {
      write("k.cl", "__kernel void k(__global float *a) { a[0] = fma(a[0], a[1], a[2]); }\n");
      try {
        for (KernelFrontend f : frontends) {
          if (f.extensions().contains("cl")) {
            KernelFiles.read(folder.resolve("k.cl"), frontends, FrontendOptions.defaults());
            compiles = true;
          }
        }
      } catch (InputException e) {
        System.err.println("lockstep-fuzz: programs: not in OpenCL C: " + e.getMessage());
        compiles = false;
      }
    }
    return compiles;
  }

  private void write(String name, int[] words) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * words.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asIntBuffer().put(words);
    write(name, bytes.array());
  }

  private Path write(String name, String text) {
    return write(name, text.getBytes(StandardCharsets.UTF_8));
  }

  private Path write(String name, byte[] bytes) {
    Path file = folder.resolve(name);
    try {
      if (!Files.exists(file)) {
        file.toFile().deleteOnExit();
      }
      return Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public SortedMap<String, byte[]> seeds(Path root, int most) {
    SortedMap<String, byte[]> seeds = new TreeMap<>();
    Random random = new Random(1);
    for (int s = 0; s < SEEDS; s++) {
      byte[] seed = new byte[Math.min(most, SEED_BYTES + s)];
      random.nextBytes(seed);
      seeds.put("random-%02d".formatted(s), seed);
    }
    return seeds;
  }
}
