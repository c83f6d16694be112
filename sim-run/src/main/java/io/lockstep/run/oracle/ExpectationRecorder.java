// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.oracle;

import io.lockstep.execute.memory.PageFiller;
import io.lockstep.io.Digests;
import io.lockstep.io.InputException;
import io.lockstep.io.InputFile;
import io.lockstep.io.Suggestions;
import io.lockstep.io.output.OutputFile;
import io.lockstep.io.yaml.YamlFile;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.run.dump.NumpyFile;
import io.lockstep.trace.record.ProgramItem;
import io.lockstep.workload.BoundWorkload;
import io.lockstep.workload.Workload;
import io.lockstep.workload.WorkloadExecution;
import io.lockstep.workload.element.BufferContents;
import io.lockstep.workload.element.Fnv1a64;
import io.lockstep.workload.step.Expectation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Records an oracle's results as a workload's expectations: raw files next to the workload, and
 * entries of its {@code expect} section, which name the oracle. Lockstep's own results are never
 * recorded. Not thread-safe.
 */
public final class ExpectationRecorder {
  private static final int PART = 1 << 12; // number of bytes that are compared or copied at once
  private static final int DIGITS = 16; // number of printed digits of a file's SHA-256

  private final Path path;
  private final Workload workload;
  private final BoundWorkload bound;
  private final List<KernelFrontend> frontends;
  private final Tolerance tolerance;
  private final Supplier<PoclProcess> pocl;
  private final ExpectSection section;
  private final List<OutputFile> files = new ArrayList<>();
  private final List<String> report = new ArrayList<>();

  /**
   * Reads the workload.
   *
   * @param path path of the workload, which is rewritten
   * @param parameters parameters for which the expectations hold
   * @param tolerance tolerance of new entries
   * @throws InputException if the workload cannot be read
   */
  public ExpectationRecorder(
      Path path,
      Map<String, String> parameters,
      List<KernelFrontend> frontends,
      Tolerance tolerance) {
    this(path, parameters, frontends, tolerance, () -> new PoclProcess("--expect pocl"));
  }

  ExpectationRecorder(
      Path path,
      Map<String, String> parameters,
      List<KernelFrontend> frontends,
      Tolerance tolerance,
      Supplier<PoclProcess> pocl) {
    this.pocl = pocl;
    this.path = path;
    this.workload = Workload.read(path);
    this.bound = workload.bind(parameters);
    this.frontends = frontends;
    this.tolerance = tolerance;
    try {
      section = new ExpectSection(path.toString(), InputFile.text(path, YamlFile.MAX_BYTES));
    } catch (IOException e) {
      throw new InputException(path.toString(), "cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * Writes the expectations.
   *
   * @return a line for each file written
   */
  public List<String> record(List<ExpectationWish> wishes) {
    try {
      for (ExpectationWish wish : wishes) {
        wish.buffers().forEach(b -> buffer(wish, b));
      }
      for (ExpectationWish wish : wishes) {
        if (wish.numpy().isPresent()) {
          numpy(wish, wish.numpy().get());
        } else {
          pocl(wish);
        }
      }
      String text = section.text();
      // Checks that the new text can be read.
      Workload.read(path.toString(), text, workload.folder());
      try (OutputFile yaml = new OutputFile(path)) {
        yaml.write(text.getBytes(StandardCharsets.UTF_8));
        files.forEach(OutputFile::commit);
        yaml.commit();
      }
      report.add(path + ": 'expect' says so");
      return report;
    } finally {
      files.forEach(OutputFile::close);
    }
  }

  private BoundWorkload.SizedBuffer buffer(ExpectationWish wish, String name) {
    List<String> known = bound.buffers().stream().map(b -> b.declaration().name()).toList();
    if (!known.contains(name)) {
      throw new InputException(
          "--expect",
          "%s has no buffer '%s'%s"
              .formatted(path, name, Suggestions.hint(name, known, " (it declares none)")));
    }
    return bound.buffers().get(known.indexOf(name));
  }

  private void numpy(ExpectationWish wish, Path array) {
    BoundWorkload.SizedBuffer buffer = buffer(wish, wish.buffers().get(0));
    NumpyFile numpy = NumpyFile.open(array);
    if (numpy.type() != buffer.declaration().type() || numpy.count() != buffer.count()) {
      throw new InputException(
          array.toString(),
          "holds %s, expected %s of %s for '%s'"
              .formatted(
                  numpy.text(),
                  buffer.count(),
                  buffer.declaration().type().text(),
                  buffer.declaration().name()));
    }
    MessageDigest digest = Digests.start();
    Taker taker = taker(buffer.declaration().name());
    numpy.read(
        (part, n) -> {
          digest.update(part, 0, n);
          taker.take(part, n);
        });
    String hex = Digests.hex(digest.digest()).substring(0, DIGITS);
    taker.expect(
        "NumPy, " + array.getFileName() + " of " + numpy.text() + ", sha256 " + hex + "...");
  }

  private void pocl(ExpectationWish wish) {
    try (PoclOracle oracle = new PoclOracle(path, workload, pocl.get());
        WorkloadExecution execution = WorkloadExecution.by(oracle, bound, frontends)) {
      ProgramItem item = execution.next();
      while (item != ProgramItem.END) {
        item = execution.next();
      }
      if (!oracle.hasRun()) {
        throw new InputException(
            path.toString(), "launches nothing, so pocl has nothing to say of it");
      }
      List<String> names = wish.buffers();
      if (names.isEmpty()) {
        names = section.buffers(bound);
      }
      if (names.isEmpty()) {
        names = changed(execution);
      }
      if (names.isEmpty()) {
        throw new InputException(
            path.toString(),
            "pocl leaves every buffer as it was; name those to expect: --expect pocl:BUFFER,…");
      }
      for (String name : names) {
        BufferContents contents = execution.contents("--expect", name);
        Taker taker = taker(name);
        byte[] part = new byte[PART];
        for (long at = 0; at < contents.bytes(); at += PART) {
          int n = (int) Math.min(PART, contents.bytes() - at);
          contents.read(at, part, 0, n);
          taker.take(part, n);
        }
        taker.expect(oracle.name());
      }
    }
  }

  /** Returns the names of the buffers whose final contents differ from their initial contents. */
  private List<String> changed(WorkloadExecution execution) {
    List<String> names = new ArrayList<>();
    for (BoundWorkload.SizedBuffer buffer : bound.buffers()) {
      String name = buffer.declaration().name();
      BufferContents contents = execution.contents("--expect", name);
      if (contents.bytes() != buffer.bytes() || differs(contents, bound.filler(buffer))) {
        names.add(name);
      }
    }
    return names;
  }

  private static boolean differs(BufferContents contents, PageFiller initial) {
    byte[] now = new byte[PART];
    byte[] then = new byte[PART];
    for (long at = 0; at < contents.bytes(); at += PART) {
      int n = (int) Math.min(PART, contents.bytes() - at);
      contents.read(at, now, 0, n);
      if (initial != null) {
        initial.fill(at, then, n);
      }
      if (!Arrays.equals(now, 0, n, then, 0, n)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Creates the receiver of a buffer's contents: a hash if the current entry is a hash and no
   * tolerance is given, otherwise a file.
   */
  private Taker taker(String buffer) {
    if (section.isHash(buffer, bound) && tolerance.isNone()) {
      return new Taker(buffer, null);
    }
    Path target = workload.folder().resolve(name(buffer));
    for (Expectation old : workload.expectations()) {
      if (isNamedBy(old, buffer)) {
        target = bound.path(old.file().get());
      }
    }
    Path folder = target.toAbsolutePath().getParent();
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new InputException(folder.toString(), "cannot be made: " + e.getMessage(), e);
    }
    OutputFile file = new OutputFile(target);
    files.add(file);
    return new Taker(buffer, file);
  }

  /** Stores the expected contents of a buffer in a file, or their hash. */
  private final class Taker {
    private final String buffer;
    private final OutputFile file; // null to compute a hash
    private final Fnv1a64 hash = new Fnv1a64();
    private long bytes;

    Taker(String buffer, OutputFile file) {
      this.buffer = buffer;
      this.file = file;
    }

    void take(byte[] part, int n) {
      bytes += n;
      if (file == null) {
        hash.add(part, n);
      } else {
        file.write(n == part.length ? part : Arrays.copyOf(part, n));
      }
    }

    void expect(String oracle) {
      String key = file == null ? "fnv1a64" : "file";
      String value = file == null ? Fnv1a64.text(hash.value()) : name(buffer);
      section.set(buffer, key, value, tolerance, oracle, bound);
      report.add(
          (file == null ? "fnv1a64 " + value : workload.folder().resolve(value).toString())
              + ": "
              + bytes
              + " bytes that '"
              + buffer
              + "' shall hold, by "
              + oracle);
    }
  }

  private String name(String buffer) {
    for (Expectation old : workload.expectations()) {
      if (isNamedBy(old, buffer)) {
        return old.file().get().text();
      }
    }
    StringBuilder name = new StringBuilder("expected/");
    String stem = path.getFileName().toString().replaceFirst("\\.ya?ml$", "");
    name.append(stem.replaceAll("[{}]", "_")).append('.').append(buffer);
    workload
        .parameters()
        .forEach(
            (parameter, own) -> {
              String value = bound.values().get(parameter).text();
              if (!value.equals(own.text())) {
                name.append('.').append(parameter).append('=').append(value);
              }
            });
    return name.append(".bin").toString();
  }

  /**
   * Returns whether an existing entry determines the file: either the entry applies to these
   * parameters, or its file name contains parameters.
   */
  private boolean isNamedBy(Expectation old, String buffer) {
    return old.buffer().equals(buffer)
        && old.file().isPresent()
        && (bound.holdsFor(old.only()) || old.file().get().text().contains("{"));
  }
}
