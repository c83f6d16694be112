// SPDX-License-Identifier: Apache-2.0
package io.lockstep.cli;

import static io.lockstep.run.result.ResultField.Presence.KNOWN;
import static io.lockstep.run.result.ResultField.Presence.OPTIONAL;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lockstep.run.result.ResultField;
import io.lockstep.run.result.ResultFields;
import io.lockstep.testsupport.Scratch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What commands print as JSON is what the schemas of {@code docs/schemas} say. */
@Tag("slow")
class SchemasTest {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  /** Objects whose fields are names of something: one less is still a whole one. */
  private static final Set<String> MAPS =
      Set.of(
          "evidence",
          "parameters",
          "choices",
          "values",
          "overrides",
          "statistics",
          "figures",
          "patterns",
          "bytes_requested",
          "causes",
          "issue",
          "needs",
          "chosen",
          "ports",
          "resources",
          "set",
          "failures",
          "was");

  /** Fields that not every document of a kind has. */
  private static final Map<String, Set<String>> NOT_ALWAYS =
      Map.ofEntries(
          Map.entry(
              "results",
              Stream.concat(
                      Stream.of("checks", "check_notes", "stream_races", "width", "uncertainty"),
                      ResultFields.ALL.stream()
                          .filter(f -> f.presence() == KNOWN || f.presence() == OPTIONAL)
                          .map(ResultField::name))
                  .collect(Collectors.toSet())),
          Map.entry("devices", Set.of("vendor", "generation", "released")),
          Map.entry(
              "device",
              Set.of("vendor", "generation", "released", "source", "range", "inherited_from")),
          Map.entry("check", Set.of("message")),
          Map.entry(
              "card",
              Set.of("listing", "domain", "checks", "check_notes", "stream_races", "width")),
          Map.entry("kernels", Set.of("listing")),
          Map.entry(
              "address", // keys of its kind
              Set.of("sbase", "imm21_field", "soffset", "low_bits", "addr", "imm_signed")),
          Map.entry("address-kinds", Set.of()),
          Map.entry("occupancy", Set.of("needs", "resources", "step", "curves")),
          Map.entry("explanation", Set.of("range")),
          Map.entry("sensitivity", Set.of()),
          Map.entry("calibration", Set.of()),
          Map.entry("diagnosis", Set.of()),
          Map.entry("advice", Set.of()),
          Map.entry("alternatives", Set.of()),
          Map.entry("plan", Set.of()),
          Map.entry("summary", Set.of()),
          Map.entry("sweep-status", Set.of("other_build", "unknown_build", "builds")),
          Map.entry("sweep-best", Set.of("near")),
          Map.entry("sweep-comparison", Set.of()),
          Map.entry("sweep-answer", Set.of("device", "n")),
          Map.entry("validation", Set.of()),
          Map.entry("statistics", Set.of("counter")));

  /** Schemas of other documents, which {@link SweepsPageTest} and {@link PointsTest} test. */
  private static final Set<String> TESTED_ELSEWHERE = Set.of("sweep-file", "point", "point-answer");

  @TempDir private static Path folder;
  private static final Map<String, PublishedSchema> SCHEMAS = new HashMap<>();
  private static final List<Sample> SAMPLES = new ArrayList<>();

  /** A document that a command has printed. */
  private record Sample(String schema, String command, JsonNode document) {
    @Override
    public String toString() {
      return schema + ": " + command;
    }
  }

  private static PublishedSchema schema(String name) {
    return SCHEMAS.computeIfAbsent(name, PublishedSchema::of);
  }

  private static Cli add(String schema, String... words) throws IOException {
    Cli cli = Cli.run(words);
    SAMPLES.add(new Sample(schema, String.join(" ", words), JSON.readTree(cli.out())));
    return cli;
  }

  @BeforeAll
  static void print() throws IOException {
    String reduce = Cli.workload("reduce");
    String matmul = Cli.workload("matmul");
    String suite =
        Files.writeString(
                folder.resolve("suite.yaml"),
                "- {id: a, device: hd5870, workload: '"
                    + matmul
                    + "', expected: 1}\n- {id: b, device: hd5870, workload: '"
                    + reduce
                    + "', expected: 1}\n")
            .toString();
    add("results", "compare", matmul, "-d", "hd5870,hd4870", "-f", "json");
    add("validation", "validate", suite, "-f", "json");
    add("results", "run", matmul, "-d", "hd5870", "-f", "json", "--host");
    add("results", "run", reduce, "-d", "gtx280", "-f", "json", "--check", "all");
    add("results", "profile", reduce, "-d", "gtx280", "-f", "json", "--per-unit");
    add("results", "profile", reduce, "-d", "gtx280", "-f", "json", "--by-line");
    add("results", "profile", reduce, "-d", "gtx280", "-f", "json", "--critical-path");
    add(
        "results",
        "compare",
        reduce,
        "-d",
        "hd5870,hd4870,hd5770",
        "--uncertainty",
        "--draws",
        "4",
        "-f",
        "json");
    add("results", "sweep", reduce, "-d", "mi100", "--set", "l1.size=8KiB,16KiB", "-f", "json");
    String race =
        new Scratch(folder)
            .workload(
                Scratch.kernel(
                    " .reg .b32 %r<4>; .reg .b64 %rd<4>;\n ld.param.u64 %rd1, [p0];\n"
                        + " mov.u32 %r1, %tid.x;\n st.global.u32 [%rd1], %r1;\n"),
                "",
                64,
                "2",
                "64");
    add("results", "run", race, "-d", "mi100", "--check", "races", "-f", "json");
    add("devices", "devices", "-f", "json");
    add("statistics", "devices", "--statistics", "-f", "json");
    add("device", "devices", "hd5870", "-f", "json");
    add("device", "devices", "mi300a", "--set", "l1.latency=50cycles", "-f", "json");
    add("check", "check", "hd5450", "--only", "rate.f32,latency.l1,size", "-f", "json");
    for (String name : List.of("spmv", "atomics", "il_copy", "matmul")) {
      add("card", "inspect", Cli.workload(name), "-f", "json", "--ir");
    }
    add("card", "inspect", race, "-f", "json", "--check", "races");
    add("kernels", "inspect", matmul, "--static", "-f", "json");
    add("address-kinds", "address", "-f", "json");
    add("address", "address", "smem", "sbase=8", "-f", "json");
    add("occupancy", "occupancy", matmul, "-f", "json", "--curve", "registers,group");
    add(
        "occupancy",
        "occupancy",
        "-d",
        "8800gtx",
        "--group",
        "512",
        "--registers",
        "17",
        "-f",
        "json");
    add(
        "explanation",
        "explain",
        reduce,
        "--from",
        "hd5770",
        "--to",
        "hd5870",
        "--phases",
        "1",
        "-f",
        "json");
    String l1 = "l1.latency,l1.line,issue.policy";
    String another = Cli.workload("vecadd");
    add("explanation", "explain", reduce, another, "-d", "hd5870", "--phases", "1", "-f", "json");
    add("sensitivity", "sensitivity", reduce, "-d", "hd5870", "--figures", l1, "-f", "json");
    add(
        "diagnosis",
        "sensitivity",
        "--suite",
        suite,
        "-d",
        "hd5870",
        "--figures",
        l1,
        "-f",
        "json");
    String latency = "l2.latency=100cycles..400cycles";
    add("calibration", "calibrate", suite, "-d", "hd5870", "--parameters", latency, "-f", "json");
    add("advice", "advise", reduce, "-d", "hd5870,gtx280", "--phases", "2", "-f", "json");
    add("alternatives", "whatif", reduce, "-d", "hd5870", "unit.count=10,0", "-f", "json");
    add(
        "explanation",
        "explain",
        Cli.workload("vecadd"),
        "--from",
        "hd5770",
        "--to",
        "8600gts",
        "--phases",
        "1",
        "-f",
        "json");
    String plan =
        SweepsPageTest.dryRun(
            "workloads: matmul.yaml", "parameters: {n: [64, 64]}", "set: {l1.size?: 8KiB}");
    SAMPLES.add(new Sample("plan", "sweep --dry-run", JSON.readTree(plan)));
    String sweep = folder.resolve("sweep") + "/";
    Cli.run("sweep", reduce, "-d", "mi100", "-o", sweep);
    add("summary", "compare", reduce, matmul, "--summary", "-d", "mi100,hd4870", "-f", "json");
    add("sweep-best", "sweep", "best", sweep, "-f", "json");
    String other = folder.resolve("other") + "/";
    Cli.run("sweep", reduce, "-d", "mi210", "--set", "unit.count=8", "-o", other);
    add("sweep-comparison", "sweep", "compare", sweep, other, "-f", "json");
    add("sweep-status", "sweep", "status", sweep, "-f", "json");
    String query = "select device, count(*) as n from points group by 1";
    add("sweep-answer", "sweep", "query", sweep, query, "-f", "json");
  }

  static Stream<Sample> samples() {
    return SAMPLES.stream();
  }

  @ParameterizedTest
  @MethodSource("samples")
  @DisplayName("real output is valid")
  void realOutputIsValid(Sample sample) {
    assertThat(schema(sample.schema).errors(sample.document)).as(sample.toString()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("samples")
  @DisplayName("a field that goes is noticed, wherever it stands")
  void aFieldThatGoesIsNoticedWhereverItStands(Sample sample) {
    Set<String> seen = new HashSet<>();
    remove(sample, sample.document, "", seen);
    assertThat(seen).isNotEmpty();
  }

  /** Takes each field away once for each place in the document's structure. */
  private static void remove(Sample sample, JsonNode node, String path, Set<String> seen) {
    if (node.isArray()) {
      node.forEach(item -> remove(sample, item, path + "[]", seen));
      return;
    }
    if (!(node instanceof ObjectNode object)) {
      return;
    }
    String last = path.substring(path.lastIndexOf('.') + 1);
    boolean map = MAPS.contains(last) || last.equals("args");
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    for (String name : names) {
      String place = map ? path + ".*" : path + "." + name;
      JsonNode value = object.get(name);
      if (!map && !NOT_ALWAYS.get(sample.schema).contains(name) && seen.add(place)) {
        object.remove(name);
        assertThat(schema(sample.schema).errors(sample.document))
            .as("without " + place + " of " + sample)
            .isNotEmpty();
        object.set(name, value);
      }
      if (!map || seen.add(place)) {
        remove(sample, value, place, seen);
      }
    }
  }

  @Test
  @DisplayName("a field that is added is allowed, a value of another kind is not")
  void aFieldThatIsAddedIsAllowedAValueOfAnotherKindIsNot() throws IOException {
    for (Sample sample : SAMPLES) {
      ObjectNode copy = sample.document.deepCopy();
      copy.put("something_new", 1);
      assertThat(schema(sample.schema).errors(copy)).as(sample.toString()).isEmpty();
      copy.put("lockstep", 7);
      assertThat(schema(sample.schema).errors(copy)).as(sample.toString()).isNotEmpty();
    }
    ObjectNode results = SAMPLES.get(0).document.deepCopy();
    ObjectNode first = (ObjectNode) results.get("results").get(0);
    for (String wrong : List.of("\"good\"", "null", "3")) {
      first.set("status", JSON.readTree(wrong));
      assertThat(schema("results").errors(results)).as(wrong).isNotEmpty();
    }
    first.put("status", "ok").putNull("cycles");
    assertThat(schema("results").errors(results)).isNotEmpty();
  }

  @Test
  @DisplayName("every schema has a sample and is itself valid JSON Schema 2020-12")
  void everySchemaHasASampleAndIsItselfValidJSONSchema202012() throws IOException {
    PublishedSchema meta = PublishedSchema.ofSchemas();
    Set<String> names = new TreeSet<>();
    try (Stream<Path> files = Files.list(PublishedSchema.FOLDER)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".json")).toList()) {
        names.add(file.getFileName().toString().replace(".schema.json", ""));
        JsonNode text = JSON.readTree(Files.readString(file));
        assertThat(text.get("$schema").asText())
            .isEqualTo("https://json-schema.org/draft/2020-12/schema");
        assertThat(meta.errors(text)).as(file.toString()).isEmpty();
      }
    }
    names.removeAll(TESTED_ELSEWHERE);
    assertThat(SAMPLES.stream().map(Sample::schema)).containsAll(names);
  }
}
