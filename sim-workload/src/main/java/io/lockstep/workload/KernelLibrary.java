// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload;

import io.lockstep.io.InputException;
import io.lockstep.io.Suggestions;
import io.lockstep.kernel.argument.ImageQuery;
import io.lockstep.kernel.frontend.FrontendOptions;
import io.lockstep.kernel.frontend.FrontendOptions.CompilerOption;
import io.lockstep.kernel.frontend.FrontendOptions.KernelAttributes;
import io.lockstep.kernel.frontend.KernelFrontend;
import io.lockstep.kernel.frontend.KernelText;
import io.lockstep.kernel.ir.Kernel;
import io.lockstep.workload.expression.FileName;
import io.lockstep.workload.expression.Scope;
import io.lockstep.workload.generator.FileElements;
import io.lockstep.workload.launch.KernelNames;
import io.lockstep.workload.step.KernelFile;
import io.lockstep.workload.step.Step;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The kernels of a workload's files, read by the available front-ends. Immutable after reading. */
final class KernelLibrary {

  /**
   * A kernel and its file.
   *
   * @param attributes attributes from the workload, or null
   * @param source name of the file in results, as written in the workload, so that results do not
   *     depend on the current folder; {@code kernel} has the path that can be opened, for messages
   * @param allAtBarriers whether the language requires every work-item of a group to reach each
   *     barrier
   */
  record Entry(
      Kernel kernel,
      KernelFile file,
      KernelAttributes attributes,
      String source,
      boolean allAtBarriers) {
    /** Returns the kernel with the file name that results use. */
    Kernel portable() {
      return kernel.withSource(source);
    }

    /** Returns whether the workload declares that the kernel races by design. */
    boolean racesAllowed() {
      return attributes != null && attributes.racesAllowed();
    }
  }

  /** A file compiled with further options. */
  private record Variant(KernelFile file, List<String> options) {
    static Variant of(Entry entry, List<FileName> options) {
      return new Variant(entry.file(), options.stream().map(FileName::text).toList());
    }
  }

  private final Map<String, Entry> kernels = new LinkedHashMap<>();
  private final Map<Variant, Map<String, Entry>> variants = new LinkedHashMap<>();
  private final Map<Step.Launch, List<Kernel>> byLaunch = new HashMap<>(); // never iterated
  private final String files;

  private KernelLibrary(List<KernelFile> files) {
    this.files = String.join(", ", files.stream().map(f -> f.name().text()).toList());
  }

  /** Reads all files of a workload. */
  static KernelLibrary read(BoundWorkload bound, List<KernelFrontend> frontends) {
    KernelLibrary library = new KernelLibrary(bound.workload().kernels());
    for (KernelFile file : bound.workload().kernels()) {
      for (Entry entry : library.read(file, bound, frontends).values()) {
        library.add(entry);
      }
    }
    for (LaunchVariants.Variant variant : LaunchVariants.of(bound)) {
      library.add(variant, bound, frontends);
    }
    return library;
  }

  private void add(Entry entry) {
    Entry before = kernels.putIfAbsent(entry.kernel().name(), entry);
    if (before != null) {
      throw entry
          .file()
          .name()
          .wrong(
              "the kernel '%s' stands in %s already"
                  .formatted(entry.kernel().name(), before.file().name().text()));
    }
  }

  /** Compiles the file of a launch's kernel again, with the options of the launch. */
  private void add(
      LaunchVariants.Variant variant, BoundWorkload bound, List<KernelFrontend> frontends) {
    Step.Launch launch = variant.launch();
    Entry plain = get(launch.function().where(), launch.kernel());
    if (launch.range().isGiven()
        && !frontend(plain.file(), frontends).takesRanges(plain.file().name().text())) {
      throw launch
          .range()
          .wrong(
              ("the range of a launch in work-items and its offset are OpenCL's, and '%s' stands in"
                      + " %s: name its OpenCL C, or give a grid alone")
                  .formatted(launch.kernel(), plain.file().name().text()));
    }
    Variant key = Variant.of(plain, variant.options());
    Map<String, Entry> read = variants.get(key);
    if (read == null) {
      read = read(plain.file().with(variant.options()), bound, frontends);
      variants.put(key, read);
    }
    String name = KernelNames.find(launch.function().where(), launch.kernel(), read.keySet());
    if (name == null) {
      throw new InputException(
          launch.function().where(),
          "no kernel '%s' in %s with %s"
              .formatted(
                  launch.kernel(), plain.file().name().text(), String.join(" ", key.options())));
    }
    byLaunch.computeIfAbsent(launch, l -> new ArrayList<>()).add(read.get(name).kernel());
  }

  private Map<String, Entry> read(
      KernelFile file, BoundWorkload bound, List<KernelFrontend> frontends) {
    String source = file.name().resolve(bound.scope());
    boolean made = !file.made().isEmpty();
    Map<String, Kernel> found = byName(made ? file.made() : text(file, bound, frontends));
    Map<String, KernelAttributes> attributes = new LinkedHashMap<>();
    file.options()
        .attributes()
        .forEach(
            (name, given) ->
                attributes.put(
                    check(file.attributeWhere().get(name), name, given, file, found), given));
    boolean renamed = !made && !attributes.equals(file.options().attributes());
    // Only now are the compiled names known, by which a front-end looks up attributes.
    Map<String, Kernel> read =
        renamed ? byName(text(file.withAttributes(attributes), bound, frontends)) : found;
    Map<String, Entry> entries = new LinkedHashMap<>();
    boolean all = !made && frontend(file, frontends).wantsAllAtBarriers(file.name().text());
    read.forEach(
        (name, k) -> entries.put(name, new Entry(k, file, attributes.get(name), source, all)));
    return entries;
  }

  private static Map<String, Kernel> byName(List<Kernel> kernels) {
    Map<String, Kernel> read = new LinkedHashMap<>();
    kernels.forEach(kernel -> read.put(kernel.name(), kernel));
    return read;
  }

  private static List<Kernel> text(
      KernelFile file, BoundWorkload bound, List<KernelFrontend> frontends) {
    KernelFrontend frontend = frontend(file, frontends);
    Path path = FileElements.path(file.name(), bound.workload().folder(), bound.scope());
    String text = text(file.name().where(), path, frontend);
    return frontend.read(path.toString(), text, options(file, bound, frontend));
  }

  private static FrontendOptions options(
      KernelFile file, BoundWorkload bound, KernelFrontend frontend) {
    List<FileName> given = file.compilerOptions();
    if (!given.isEmpty() && !frontend.takesCompilerOptions()) {
      throw given
          .get(0)
          .wrong("options are for a compiler, but ." + file.extension() + " is read as it stands");
    }
    if (!file.joined().isEmpty() && !frontend.takesCompilerOptions()) {
      throw file.joined()
          .get(0)
          .wrong(
              "files are joined for a compiler, but .%s is read as it stands"
                  .formatted(file.extension()));
    }
    String folder = bound.workload().folder().toString();
    return file.options()
        .withJoined(file.joined().stream().map(f -> bound.path(f).toString()).toList())
        .withCompiler(
            given.stream()
                .map(o -> new CompilerOption(o.where(), o.resolve(bound.scope()), folder))
                .toList());
  }

  /** Checks the attributes of a kernel and returns the kernel's own name. */
  private static String check(
      String where,
      String name,
      KernelAttributes given,
      KernelFile file,
      Map<String, Kernel> read) {
    String found = KernelNames.find(where, name, read.keySet());
    if (found == null) {
      throw new InputException(
          where, "no kernel '" + name + "' in " + file.name().text() + hint(name, read));
    }
    int parameters = ImageQuery.written(read.get(found)).size();
    for (List<Integer> positions : List.of(given.restrict(), given.readOnly())) {
      for (int position : positions) {
        if (position >= parameters) {
          throw new InputException(
              where,
              "'" + name + "' has " + parameters + " parameters, none at position " + position);
        }
      }
    }
    if (given.maxRegisters() > 0 && read.get(found).bounds().isInText()) {
      // CUDA C Programming Guide, launch bounds
      throw new InputException(
          where,
          "'%s' has launch bounds in %s, beside which compilers ignore a limit: no max_registers"
                  .formatted(name, file.name().text())
              + " expected");
    }
    return found;
  }

  private static KernelFrontend frontend(KernelFile file, List<KernelFrontend> frontends) {
    TreeSet<String> known = new TreeSet<>();
    for (KernelFrontend frontend : frontends) {
      if (frontend.extensions().contains(file.extension())) {
        return frontend;
      }
      frontend.extensions().forEach(e -> known.add("." + e));
    }
    throw file.name()
        .wrong(
            "no front-end reads %s ('%s'); known: %s"
                .formatted(
                    file.extension().isEmpty() ? "files without ending" : "." + file.extension(),
                    file.name().text(),
                    known.isEmpty() ? "none" : String.join(", ", known)));
  }

  private static String text(String where, Path path, KernelFrontend frontend) {
    long size = FileElements.size(where, path);
    if (size > KernelText.MAX_BYTES) {
      throw new InputException(
          where,
          path
              + " has "
              + size
              + " bytes; kernels of at most "
              + KernelText.MAX_BYTES
              + " are read");
    }
    try {
      return KernelText.of(Files.readAllBytes(path), frontend);
    } catch (CharacterCodingException e) {
      throw new InputException(where, path + " is not UTF-8 text", e);
    } catch (IOException e) {
      throw new InputException(where, "cannot read " + path + ": " + e.getMessage(), e);
    }
  }

  /** Returns the kernel that a launch names. */
  Entry get(String where, String name) {
    String found = KernelNames.find(where, name, kernels.keySet());
    if (found == null) {
      throw new InputException(where, "no kernel '" + name + "' in " + files + hint(name, kernels));
    }
    return kernels.get(found);
  }

  /** Returns the kernel of a launch, compiled with the options of the launch. */
  Entry get(Step.Launch launch, Scope scope) {
    Entry entry = get(launch.function().where(), launch.kernel());
    if (launch.options().isEmpty()) {
      return entry;
    }
    Map<String, Entry> read =
        variants.get(Variant.of(entry, LaunchVariants.resolve(launch, scope)));
    return read.get(KernelNames.find(launch.function().where(), launch.kernel(), read.keySet()));
  }

  /** Returns all kernels of a launch, one for each set of options that it will use. */
  List<Kernel> all(Step.Launch launch) {
    Kernel plain = get(launch.function().where(), launch.kernel()).kernel();
    if (launch.options().isEmpty()) {
      return List.of(plain);
    }
    return byLaunch.getOrDefault(launch, List.of());
  }

  private static String hint(String name, Map<String, ?> known) {
    return Suggestions.hint(name, known.keySet(), ", which have none");
  }

  /** Returns all kernels in the order of the files, then kernels compiled for launches. */
  List<Entry> all() {
    List<Entry> all = new ArrayList<>(kernels.values());
    variants.values().forEach(v -> all.addAll(v.values()));
    return all;
  }
}
