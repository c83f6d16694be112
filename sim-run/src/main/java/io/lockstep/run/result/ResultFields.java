// SPDX-License-Identifier: Apache-2.0
package io.lockstep.run.result;

import static io.lockstep.run.result.ResultField.Presence.ALWAYS;
import static io.lockstep.run.result.ResultField.Presence.FILED;
import static io.lockstep.run.result.ResultField.Presence.KNOWN;
import static io.lockstep.run.result.ResultField.Presence.OPTIONAL;
import static io.lockstep.run.result.ResultField.Presence.REQUIRED;
import static io.lockstep.run.result.ResultField.Presence.SIMULATED;

import io.lockstep.observe.line.LineTimes;
import io.lockstep.observe.path.CriticalPath;
import io.lockstep.run.Failure;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.run.answer.Answer;
import io.lockstep.run.result.ResultField.Presence;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The fields of a result, each declared once and in the order of documents. {@link #ALL} determines
 * JSON, CSV, JSON lines, result files, the columns of a sweep's database, the fields that are read
 * back, and the published schema. A new field needs a component of {@link RunResult}, a constant
 * here and an argument of {@link #result}; its column is the next number. Names are never changed,
 * because scripts rely on them (docs/results.md).
 */
public final class ResultFields {
  private static final List<ResultField<?>> DECLARED = new ArrayList<>();

  private static final Answer<RunResult.HostFigures> HOST_FIGURES =
      Answer.<RunResult.HostFigures>part()
          .number("seconds", "Wall time.", h -> BigDecimal.valueOf(h.nanos(), 9))
          .integer(
              "wavefront_instructions_per_second",
              "",
              RunResult.HostFigures::wavefrontInstructionsPerSecond)
          .integer(
              "work_item_instructions_per_second",
              "",
              RunResult.HostFigures::workItemInstructionsPerSecond)
          .integer("peak_bytes", "", RunResult.HostFigures::peakBytes);

  public static final ResultField<String> WORKLOAD =
      field("workload", FieldType.TEXT, REQUIRED, 1, "", RunResult::workload);

  public static final ResultField<String> DEVICE =
      field("device", FieldType.TEXT, REQUIRED, 2, "", RunResult::device);

  public static final ResultField<String> DEVICE_NAME =
      field("name", FieldType.TEXT, FILED, 0, "", RunResult::deviceName);

  public static final ResultField<SortedMap<String, String>> PARAMETERS =
      field(
          "parameters",
          FieldType.TEXTS,
          ALWAYS,
          3,
          "By name; plain numbers as numbers, values with a unit as text.",
          RunResult::parameters);

  public static final ResultField<SortedMap<String, String>> OVERRIDES =
      field(
          "overrides",
          FieldType.TEXTS,
          ALWAYS,
          4,
          "Figures set for this run.",
          RunResult::overrides);

  public static final ResultField<RunStatus> STATUS =
      field("status", FieldType.word(RunStatus.class), REQUIRED, 5, "", RunResult::status);

  public static final ResultField<Failure> FAILURE =
      field(
          "failure",
          FieldType.word(Failure.class),
          OPTIONAL,
          17,
          "Class of the failure.",
          RunResult::failure);

  public static final ResultField<Boolean> VERIFIED =
      field(
          "verified",
          FieldType.FLAG,
          ALWAYS,
          6,
          "null where the workload expects nothing.",
          RunResult::verified);

  public static final ResultField<String> VERIFIED_BY =
      field(
          "verified_by",
          FieldType.TEXT,
          OPTIONAL,
          19,
          "What judged a program that checks itself.",
          r -> r.verifiedBy().isEmpty() ? null : r.verifiedBy());

  public static final ResultField<String> MESSAGE =
      field(
          "message",
          FieldType.TEXT,
          ALWAYS,
          7,
          "Reason of a refusal or failure, what was wrong, a remark, or empty.",
          RunResult::message);

  public static final ResultField<Long> CYCLES =
      field(
          "cycles",
          FieldType.CYCLES,
          SIMULATED,
          8,
          "Of the vendor's clock, over the same time as seconds.",
          RunResult::cycles);

  public static final ResultField<Long> SECONDS =
      field(
          "seconds",
          FieldType.TIME,
          SIMULATED,
          9,
          "Simulated time, as the workload's timing says.",
          RunResult::picos);

  public static final ResultField<Long> KERNEL_CYCLES =
      field(
          "kernel_cycles", FieldType.CYCLES.derived(), SIMULATED, 14, "", RunResult::kernelCycles);

  public static final ResultField<Long> KERNEL_SECONDS =
      field(
          "kernel_seconds",
          FieldType.TIME,
          SIMULATED,
          15,
          "Sum of the kernels' own times.",
          RunResult::kernelPicos);

  public static final ResultField<String> FINGERPRINT =
      field(
          "fingerprint",
          FieldType.hex(16),
          SIMULATED,
          11,
          "Over all events.",
          RunResult::fingerprint);

  public static final ResultField<String> TRACE_SHA256 =
      field("trace_sha256", FieldType.hex(64), SIMULATED, 12, "", RunResult::traceSha256);

  public static final ResultField<String> DEVICE_SHA256 =
      field("device_sha256", FieldType.hex(64), ALWAYS, 13, "", r -> r.evidence().deviceSha256());

  public static final ResultField<String> BOUND =
      field(
          "bound",
          FieldType.TEXT,
          KNOWN,
          10,
          "What bounds it; docs/results.md has the rule.",
          RunResult::bound);

  public static final ResultField<String> SAMPLE =
      field(
          "sample",
          FieldType.TEXT,
          OPTIONAL,
          20,
          "With --sample: the request by which the times were estimated.",
          r -> r.sample().isEmpty() ? null : r.sample());

  public static final ResultField<SortedMap<String, BigDecimal>> STATISTICS =
      field(
          "statistics",
          FieldType.NUMBERS,
          ALWAYS,
          16,
          "By name; what a device does not model is absent.",
          RunResult::statistics);

  public static final ResultField<RunResult.HostFigures> HOST =
      field(
          "host",
          FieldType.detail(HOST_FIGURES),
          OPTIONAL,
          18,
          "With --host: cost of the simulation, which differs from run to run.",
          RunResult::host);

  public static final ResultField<LineTimes> BY_LINE =
      field("by_line", FieldType.<LineTimes>detail(null), OPTIONAL, 0, "", RunResult::lines);

  public static final ResultField<CriticalPath> CRITICAL_PATH =
      field(
          "critical_path", FieldType.<CriticalPath>detail(null), OPTIONAL, 0, "", RunResult::path);

  /** Column prefixes in CSV of fields that are maps. */
  public static final Map<String, String> PREFIXES =
      Map.of(PARAMETERS.name(), "param.", OVERRIDES.name(), "set.", STATISTICS.name(), "");

  /** All fields in the order of documents and files. */
  public static final List<ResultField<?>> ALL = List.copyOf(DECLARED);

  /** The fields in result files. */
  public static final List<ResultField<?>> KEPT =
      ALL.stream().filter(field -> field.type().isKept()).toList();

  /** The fields in documents. */
  public static final List<ResultField<?>> PRINTED =
      ALL.stream().filter(field -> field.presence() != FILED).toList();

  /** Declares the fields in documents, without cycles by line and critical paths. */
  public static final Answer<RunResult> ANSWER = answer();

  /** The fields in tables, in the order of their columns. */
  public static final List<ResultField<?>> COLUMNS =
      ALL.stream()
          .filter(f -> f.column() > 0)
          .sorted(Comparator.comparingInt(ResultField::column))
          .toList();

  /**
   * Fields that may differ between results with the same key, because they contain file names or
   * the user's spelling of figures.
   */
  public static final List<ResultField<?>> WORDING =
      List.of(WORKLOAD, DEVICE, DEVICE_NAME, PARAMETERS, OVERRIDES, MESSAGE);

  /** The numeric fields of every simulated result. */
  public static final List<ResultField<Long>> NUMBERS = numbers();

  private static final Map<String, ResultField<Long>> NUMBERS_BY_NAME = // never iterated
      NUMBERS.stream().collect(Collectors.toMap(ResultField::name, field -> field));

  private ResultFields() {}

  private static <T> ResultField<T> field(
      String name,
      FieldType<T> type,
      Presence presence,
      int column,
      String meaning,
      Function<RunResult, T> value) {
    ResultField<T> field = new ResultField<>(name, type, presence, column, meaning, value);
    DECLARED.add(field);
    return field;
  }

  private static Answer<RunResult> answer() {
    Answer<RunResult> answer = Answer.part();
    PRINTED.stream().filter(f -> f.type().declaration() != null).forEach(f -> f.declare(answer));
    return answer.knownIf(
        PRINTED.stream().filter(f -> f.presence() == SIMULATED).map(ResultField::name).toList(),
        STATUS.name(),
        Stream.of(RunStatus.OK, RunStatus.WRONG).map(STATUS.type()::words).toList());
  }

  @SuppressWarnings("unchecked") // counts and times are longs
  private static List<ResultField<Long>> numbers() {
    return ALL.stream()
        .filter(f -> f.type().empty() instanceof Long)
        .filter(f -> f.presence() == SIMULATED)
        .map(f -> (ResultField<Long>) f)
        .toList();
  }

  /** {@return the field of {@link #NUMBERS} with the given name} */
  public static Optional<ResultField<Long>> number(String name) {
    return Optional.ofNullable(NUMBERS_BY_NAME.get(name));
  }

  /** Creates a result from values; fields that are not stored are empty. */
  private static RunResult result(Values v) {
    return new RunResult(
        new RunResult.Identity(
            v.get(WORKLOAD),
            v.get(DEVICE),
            v.get(DEVICE_NAME),
            v.get(PARAMETERS),
            v.get(OVERRIDES)),
        new RunResult.Outcome(
            v.get(STATUS),
            v.get(FAILURE),
            v.get(VERIFIED),
            v.get(MESSAGE),
            Objects.requireNonNullElse(v.get(VERIFIED_BY), "")),
        new RunResult.Time(
            v.get(CYCLES),
            v.get(SECONDS),
            v.get(KERNEL_SECONDS),
            v.get(BOUND),
            Objects.requireNonNullElse(v.get(SAMPLE), "")),
        new RunResult.Evidence(v.get(FINGERPRINT), v.get(TRACE_SHA256), v.get(DEVICE_SHA256)),
        v.get(STATISTICS),
        new RunResult.Observed(
            v.get(HOST), v.get(BY_LINE), v.get(CRITICAL_PATH), null, null, null));
  }

  /**
   * Values of fields from which a result is created. A field that is not set has the empty value of
   * its type. Not thread-safe.
   */
  public static final class Values {
    private final Map<ResultField<?>, Object> all = new IdentityHashMap<>(); // never iterated

    public Values() {}

    /** {@return the values of a result's fields} */
    public static Values of(RunResult result) {
      Values values = new Values();
      ALL.forEach(field -> values.all.put(field, field.of(result)));
      return values;
    }

    /** Sets a value, which may be null. */
    public <T> Values set(ResultField<T> field, T value) {
      all.put(field, value);
      return this;
    }

    @SuppressWarnings("unchecked") // set() ensures the type
    private <T> T get(ResultField<T> field) {
      return all.containsKey(field) ? (T) all.get(field) : field.type().empty();
    }

    /**
     * {@return the result}
     *
     * @throws IllegalArgumentException unless exactly the failed results have a reason
     */
    public RunResult result() {
      return ResultFields.result(this);
    }
  }
}
