// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.oracle;

import io.lockstep.execute.memory.DeviceMemory;
import io.lockstep.io.InputException;
import io.lockstep.io.InputFile;
import io.lockstep.io.yaml.YamlFile;
import io.lockstep.io.yaml.YamlMap;
import io.lockstep.io.yaml.YamlNode;
import io.lockstep.kernel.frontend.KernelText;
import io.lockstep.kernel.frontend.ProgramText;
import io.lockstep.workload.Workload;
import io.lockstep.workload.launch.ForeignLaunch;
import io.lockstep.workload.launch.LaunchRunner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Runs launches as OpenCL C on pocl: from the kernel's own file if it is OpenCL C, otherwise from
 * the workload's {@code source}.
 */
public final class PoclOracle implements LaunchRunner {
  private static final int PART = 1 << 16;
  private static final String STANDARD = "-cl-std=";
  private static final Set<String> OTHER_ENDINGS =
      Set.of("opencl", "ocl", "c", "cc", "cpp", "cxx", "h", "hh", "hpp");

  private final Path folder;
  private final String source; // empty if the kernels' own files are meant
  private final List<String> given;
  private final PoclProcess process;
  private final Map<List<String>, Integer> programs = new HashMap<>();
  private final Set<Integer> sent = new HashSet<>();

  /**
   * @param process process that runs the workload's launches, which is closed with this
   */
  PoclOracle(Path path, Workload workload, PoclProcess process) {
    folder = workload.folder();
    source = workload.header().source().orElse("");
    given = options(YamlFile.read(path).asMap());
    this.process = process;
  }

  /**
   * Starts pocl for launches whose kernels' files are OpenCL C.
   *
   * @param where origin of the request, for messages
   * @throws InputException if pocl is not installed
   */
  public PoclOracle(String where) {
    folder = Path.of("");
    source = "";
    given = List.of();
    process = new PoclProcess(where);
  }

  private static List<String> options(YamlMap top) {
    List<String> options = new ArrayList<>();
    if (top.has("oracle_options")) {
      for (YamlNode option : top.require("oracle_options").asList()) {
        options.add(option.asText());
      }
    }
    return options;
  }

  /** Returns the oracle's name, with versions. */
  String name() {
    return process.oracle();
  }

  /** Returns whether any program was built. */
  boolean hasRun() {
    return !programs.isEmpty();
  }

  @Override
  public void hostStep() {
    sent.clear();
  }

  @Override
  public void run(ForeignLaunch launch, DeviceMemory memory) {
    String where = launch.where();
    int program = program(launch);
    StringBuilder line = new StringBuilder("launch ");
    line.append(program).append(' ').append(launch.kernel());
    long[] range = launch.range();
    line.append(' ').append(range[3]).append(',').append(range[4]).append(',').append(range[5]);
    line.append(' ').append(range[6]).append(',').append(range[7]).append(',').append(range[8]);
    line.append(' ').append(range[0]).append(',').append(range[1]).append(',').append(range[2]);
    for (ForeignLaunch.Value value : launch.arguments()) {
      if (value instanceof ForeignLaunch.Value.Pointer pointer) {
        send(where, pointer.buffer(), memory);
        line.append(" b:").append(pointer.buffer()).append(':').append(pointer.offset());
      } else if (value instanceof ForeignLaunch.Value.Bytes bytes) {
        line.append(" v:").append(HexFormat.of().formatHex(bytes.bytes()));
      } else if (value instanceof ForeignLaunch.Value.Local local) {
        line.append(" l:").append(local.bytes());
      } else if (value instanceof ForeignLaunch.Value.Other other) {
        throw other.wrong(
            "pocl is given buffers, numbers, structures and local memory, no " + other.what());
      }
    }
    process.send(where, line.toString());
    String[] changed = process.answer(where);
    for (int i = 1; i < changed.length; i++) {
      receive(where, Integer.parseInt(changed[i]), memory);
    }
  }

  /** Returns the number of the launch's program, which is built on first use. */
  private int program(ForeignLaunch launch) {
    List<Path> sources = new ArrayList<>();
    Path source = source(launch);
    if (source.equals(launch.file())) {
      sources.addAll(launch.joined());
    }
    sources.add(source);
    List<String> options = new ArrayList<>(List.of(sources.toString()));
    options.addAll(given);
    if (source.equals(launch.file())) {
      launch.options().stream().map(o -> ofFolder(o)).forEach(options::add);
    }
    if (options.stream().noneMatch(o -> o.startsWith(STANDARD))) {
      options.add(1, STANDARD + "CL1.2");
    }
    Integer known = programs.get(options);
    if (known == null) {
      known = programs.size();
      programs.put(options, known);
      build(launch.where(), known, sources, options.subList(1, options.size()));
    }
    return known;
  }

  private Path source(ForeignLaunch launch) {
    if (isOpenCl(launch.file().toString())) {
      return launch.file();
    }
    if (!isOpenCl(source)) {
      throw launch.wrong(
          ("pocl runs OpenCL C, but the kernel '%s' stands in %s; name the .cl that it came"
                  + " from as 'source:' of the workload")
              .formatted(launch.kernel(), launch.file().getFileName()));
    }
    return folder.resolve(source).normalize();
  }

  private static boolean isOpenCl(String name) {
    String ending = name.substring(name.lastIndexOf('.') + 1);
    return ending.equals("cl") || OTHER_ENDINGS.contains(ending);
  }

  /**
   * Returns an option if it defines a macro, an include folder or an OpenCL setting, otherwise an
   * empty text. Folders become absolute.
   */
  private String ofFolder(String option) {
    if (option.startsWith("-I")) {
      return "-I" + folder.resolve(option.substring(2)).toAbsolutePath().normalize();
    }
    return option.startsWith("-D") || option.startsWith("-U") || option.startsWith("-cl-")
        ? option
        : "";
  }

  private void build(String where, int program, List<Path> sources, List<String> options) {
    List<String> texts = sources.stream().map(source -> text(where, source)).toList();
    // A single file is not joined.
    byte[] text =
        (sources.size() == 1
                ? texts.get(0)
                : ProgramText.joined(sources.stream().map(Path::toString).toList(), texts))
            .getBytes(StandardCharsets.ISO_8859_1);
    byte[] lines = String.join("\n", options).getBytes(StandardCharsets.UTF_8);
    process.send(where, "build " + program + " " + lines.length + " " + text.length);
    process.send(where, lines);
    process.send(where, text);
    process.answer(sources.get(sources.size() - 1).toString());
  }

  /** Returns the text of a source file in a program, with one character per byte. */
  private static String text(String where, Path source) {
    try {
      byte[] bytes = InputFile.bytes(source, KernelText.MAX_BYTES);
      return ProgramText.of(source.toString(), new String(bytes, StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      throw new InputException(
          where, Files.exists(source) ? "cannot read " + source : "no file " + source, e);
    }
  }

  private void send(String where, int buffer, DeviceMemory memory) {
    if (!sent.add(buffer)) {
      return;
    }
    long bytes = memory.bytes(buffer);
    process.send(where, "buffer " + buffer + " " + bytes);
    byte[] part = new byte[PART];
    for (long at = 0; at < bytes; at += PART) {
      int n = (int) Math.min(PART, bytes - at);
      memory.read(buffer, at, part, 0, n);
      process.send(where, part, n);
    }
  }

  private void receive(String where, int buffer, DeviceMemory memory) {
    byte[] part = new byte[PART];
    long bytes = memory.bytes(buffer);
    for (long at = 0; at < bytes; at += PART) {
      int n = (int) Math.min(PART, bytes - at);
      process.read(where, part, n);
      memory.write(buffer, at, part, 0, n);
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
