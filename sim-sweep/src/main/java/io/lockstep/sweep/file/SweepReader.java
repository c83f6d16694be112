// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.file;

import io.lockstep.io.InputException;
import io.lockstep.io.yaml.YamlFile;
import io.lockstep.io.yaml.YamlMap;
import io.lockstep.io.yaml.YamlNode;
import io.lockstep.sweep.file.Piece.DesignPart;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Reads a sweep file and the files that it includes. One instance reads one file. */
final class SweepReader {
  private static final int MOST_INCLUDES = 16;
  private static final int MOST_PHASES = 1000;
  private static final int MOST_PHASE = 1_000_000;
  private static final int MOST_POINTS = 1 << 20;
  private static final Set<String> RESERVED = Set.of("device", "workload", "phase");

  private static final List<String> KEYS =
      List.of(
          "about",
          "include",
          "workloads",
          "let",
          "phases",
          "design",
          "points",
          "seed",
          "sequence_width",
          "limits",
          "keep",
          "objectives",
          "constraints");

  private final List<Path> open = new ArrayList<>();

  static List<String> keys() {
    List<String> all = new ArrayList<>(KEYS);
    all.addAll(SectionReader.KEYS);
    return all;
  }

  Piece read(Path file) {
    Path folder = folder(file);
    open.add(folder.resolve(file.getFileName()));
    Piece piece = read(YamlFile.read(file), folder);
    open.remove(open.size() - 1);
    return piece;
  }

  private static Path folder(Path file) {
    Path parent = file.toAbsolutePath().normalize().getParent();
    return parent == null ? Path.of("").toAbsolutePath() : parent;
  }

  Piece read(YamlNode root, Path folder) {
    YamlMap map = root.asMap();
    map.allowOnly(keys());
    Piece base = new Piece();
    if (map.has("include")) {
      YamlNode include = map.require("include");
      for (YamlNode one : include.isList() ? include.asList() : List.of(include)) {
        base = included(one, folder).over(base);
      }
    }
    Piece piece = new Piece();
    piece.workloads = map.get("workloads").map(n -> workloads(n, folder)).orElse(List.of());
    piece.common = SectionReader.read(map, folder);
    map.get("let").ifPresent(node -> variables(node, piece.variables));
    piece.phases = map.get("phases").map(SweepReader::phases);
    map.get("limits").ifPresent(node -> limits(node, piece));
    piece.kept = map.get("keep").map(SweepReader::items);
    design(map, piece);
    piece.objectives = map.get("objectives").map(SweepReader::objectives).orElse(List.of());
    piece.constraints = map.get("constraints").map(SectionReader::conditions).orElse(List.of());
    return piece.over(base);
  }

  private Piece included(YamlNode node, Path folder) {
    Item item = WordReader.item(node);
    Path file = Path.of(SectionReader.resolved(folder, item));
    if (open.contains(file)) {
      List<String> chain = new ArrayList<>();
      open.subList(open.indexOf(file), open.size())
          .forEach(f -> chain.add(f.getFileName().toString()));
      chain.add(file.getFileName().toString());
      throw new InputException(
          item.where(), "files include each other in a circle: " + String.join(" -> ", chain));
    }
    if (open.size() >= MOST_INCLUDES) {
      throw new InputException(
          item.where(), "files include each other deeper than " + MOST_INCLUDES + " levels");
    }
    if (!java.nio.file.Files.isRegularFile(file)) {
      throw new InputException(item.where(), "there is no file '" + item.text() + "' to include");
    }
    return read(file);
  }

  private static List<WorkloadEntry> workloads(YamlNode node, Path folder) {
    List<WorkloadEntry> all = new ArrayList<>();
    for (YamlNode one : node.isList() ? node.asList() : List.of(node)) {
      if (one.isMap()) {
        YamlMap map = one.asMap();
        List<String> keys = new ArrayList<>(SectionReader.KEYS);
        keys.add("file");
        map.allowOnly(keys);
        Item file = WordReader.item(map.require("file"));
        all.add(new WorkloadEntry(file, folder, SectionReader.read(map, folder)));
      } else {
        all.add(new WorkloadEntry(WordReader.item(one), folder, SweepSection.NONE));
      }
    }
    if (all.isEmpty()) {
      throw new InputException(node.where(), "expected at least one workload");
    }
    return all;
  }

  private static void variables(YamlNode node, Map<String, SweepVariable> into) {
    for (YamlMap.Entry entry : node.asMap().entries()) {
      if (!WordReader.NAME.matcher(entry.key()).matches() || RESERVED.contains(entry.key())) {
        throw new InputException(
            entry.where(),
            RESERVED.contains(entry.key())
                ? "the name '" + entry.key() + "' is taken"
                : "expected a name of letters, digits and '_', found '" + entry.key() + "'");
      }
      into.put(
          entry.key(),
          new SweepVariable(entry.key(), entry.where(), ValuesReader.expression(entry.value())));
    }
  }

  private static List<Integer> phases(YamlNode node) {
    if (node.isInteger()) {
      int count = node.asInt(1, MOST_PHASES);
      return Stream.iterate(0, k -> k + 1).limit(count).toList();
    }
    Set<Integer> all = new TreeSet<>();
    Listed listed = ValuesReader.listed(node);
    for (Item item : listed.items()) {
      int phase = YamlNode.scalar(item.where(), item.text()).asInt(0, MOST_PHASE);
      if (!all.add(phase)) {
        throw new InputException(item.where(), "the phase " + phase + " stands here twice");
      }
      if (all.size() > MOST_PHASES) {
        throw new InputException(node.where(), "has more than " + MOST_PHASES + " phases");
      }
    }
    return new ArrayList<>(all);
  }

  private static void limits(YamlNode node, Piece piece) {
    YamlMap map = node.asMap();
    map.allowOnly("time", "memory");
    piece.time = map.get("time").map(WordReader::duration);
    piece.memory =
        map.get("memory")
            .map(n -> OptionalLong.of(WordReader.bytes(n, 16L << 20, 1L << 40)))
            .orElse(OptionalLong.empty());
  }

  private static List<Item> items(YamlNode node) {
    List<Item> all = new ArrayList<>();
    for (YamlNode one : node.isList() ? node.asList() : List.of(node)) {
      all.add(WordReader.item(one));
    }
    return all;
  }

  private static void design(YamlMap map, Piece piece) {
    piece.design =
        map.entry("design")
            .map(
                e ->
                    new DesignPart<>(
                        WordReader.choice(
                            e.value(), Stream.of(Design.Kind.values()), Design.Kind::word),
                        e.value().where()));
    piece.points =
        map.entry("points")
            .map(e -> new DesignPart<>(e.value().asInt(1, MOST_POINTS), e.value().where()));
    piece.seed =
        map.entry("seed")
            .map(e -> new DesignPart<>(e.value().asLong(0, Long.MAX_VALUE), e.value().where()));
    piece.width =
        map.entry("sequence_width")
            .map(e -> new DesignPart<>(e.value().asInt(1, Design.MOST_WIDTH), e.value().where()));
  }

  private static List<Goals.Objective> objectives(YamlNode node) {
    List<Goals.Objective> all = new ArrayList<>();
    for (YamlNode one : node.isList() ? node.asList() : List.of(node)) {
      YamlMap map = one.asMap();
      map.allowOnly("minimise", "maximise");
      YamlMap.Entry entry = map.single("an objective, minimise or maximise,");
      all.add(
          new Goals.Objective(
              entry.key().equals("minimise"), ValuesReader.expression(entry.value())));
    }
    return all;
  }

  /** Assembles the design from its entries, which may come from several files. */
  static Design design(Piece piece) {
    Design.Kind kind = piece.design.map(DesignPart::value).orElse(Design.Kind.GRID);
    if (piece.width.isPresent() && kind != Design.Kind.SOBOL && kind != Design.Kind.SALTELLI) {
      throw new InputException(
          piece.width.get().where(),
          "design " + kind.word() + " has no Sobol sequences; write design: sobol or saltelli");
    }
    if (kind == Design.Kind.GRID) {
      Optional<String> where =
          piece.points.map(DesignPart::where).or(() -> piece.seed.map(DesignPart::where));
      if (where.isPresent()) {
        throw new InputException(
            where.get(),
            "a grid has all combinations, without "
                + (piece.points.isPresent() ? "points" : "seed")
                + "; write design: sobol, latin-hypercube or saltelli");
      }
      return Design.GRID;
    }
    String where = piece.design.get().where();
    if (piece.points.isEmpty()) {
      throw new InputException(where, "design " + kind.word() + " wants 'points: 256' beside it");
    }
    return new Design(
        kind,
        piece.points.get().value(),
        piece.seed.map(DesignPart::value).orElse(0L),
        piece.width.map(DesignPart::value).orElse(0),
        where);
  }
}
