package io.lockstep.run.result;

import static io.lockstep.run.result.ResultField.Presence.ALWAYS;
import static io.lockstep.run.result.ResultField.Presence.KNOWN;
import static io.lockstep.run.result.ResultField.Presence.OPTIONAL;
import static io.lockstep.run.result.ResultField.Presence.REQUIRED;
import static io.lockstep.run.result.ResultField.Presence.SIMULATED;

import io.lockstep.run.Failure;
import io.lockstep.run.RunResult;
import io.lockstep.run.RunStatus;
import io.lockstep.run.line.LineTimes;
import io.lockstep.run.path.CriticalPath;
import io.lockstep.run.result.FieldType.Kind;
import io.lockstep.run.result.ResultField.Difference;
import io.lockstep.run.result.ResultField.Presence;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The fields of a result, each declared once and in the order of documents. JSON, CSV, JSON lines,
 * files of results, the columns of a sweep's database, what is read back and what is compared with
 * earlier results all follow from {@link #ALL}; so does the published schema. A new field is a
 * component of {@link RunResult}, a constant here and an argument of {@link #result}; its column is
 * the next number, and it is {@link ResultField#later}. Names are never changed: scripts rely on
 * them (docs/results.md). Stateless.
 */
public final class ResultFields {
  private static final List<ResultField<?>> DECLARED = new ArrayList<>();

  /** The workload's name. */
  public static final ResultField<String> WORKLOAD =
      field("workload", FieldType.TEXT, REQUIRED, RunResult::workload, "").column(1).wording();

  /** The device's id. */
  public static final ResultField<String> DEVICE =
      field("device", FieldType.TEXT, REQUIRED, RunResult::device, "").column(2).wording();

  /** The name of the product. */
  public static final ResultField<String> DEVICE_NAME =
      field("name", FieldType.TEXT, ALWAYS, RunResult::deviceName, "").notPrinted().wording();

  /** All parameters. */
  public static final ResultField<SortedMap<String, String>> PARAMETERS =
      field(
              "parameters",
              FieldType.TEXTS,
              ALWAYS,
              RunResult::parameters,
              "By name; plain numbers as numbers, values with a unit as text.")
          .column(3)
          .wording();

  /** Figures set for this run. */
  public static final ResultField<SortedMap<String, String>> OVERRIDES =
      field("overrides", FieldType.TEXTS, ALWAYS, RunResult::overrides, "Figures set for this run.")
          .column(4)
          .wording();

  /** Whether there is a result. */
  public static final ResultField<RunStatus> STATUS =
      field("status", FieldType.word(RunStatus.class), REQUIRED, RunResult::status, "").column(5);

  /** Why it failed. */
  public static final ResultField<Failure> FAILURE =
      field(
              "failure",
              FieldType.word(Failure.class),
              OPTIONAL,
              RunResult::failure,
              "Class of the failure.")
          .column(17);

  /** Whether the results are the expected ones. */
  public static final ResultField<Boolean> VERIFIED =
      field(
              "verified",
              FieldType.FLAG,
              ALWAYS,
              RunResult::verified,
              "null where the workload expects nothing.")
          .column(6);

  /** Reason, remark, or empty. */
  public static final ResultField<String> MESSAGE =
      field(
              "message",
              FieldType.TEXT,
              ALWAYS,
              RunResult::message,
              "Reason of a refusal or failure, what was wrong, a remark, or empty.")
          .column(7)
          .wording();

  /** Cycles of the vendor's clock. */
  public static final ResultField<Long> CYCLES =
      field(
              "cycles",
              FieldType.CYCLES,
              SIMULATED,
              RunResult::cycles,
              "Of the vendor's clock, over the same time as seconds.")
          .column(8);

  /** Simulated time. */
  public static final ResultField<Long> SECONDS =
      field(
              "seconds",
              FieldType.TIME,
              SIMULATED,
              RunResult::picos,
              "Simulated time, as the workload's timing says.")
          .column(9);

  /** Cycles of the kernels alone. */
  public static final ResultField<Long> KERNEL_CYCLES =
      field("kernel_cycles", FieldType.CYCLES, SIMULATED, RunResult::kernelCycles, "")
          .column(14)
          .derived();

  /** Time of the kernels alone. */
  public static final ResultField<Long> KERNEL_SECONDS =
      field(
              "kernel_seconds",
              FieldType.TIME,
              SIMULATED,
              RunResult::kernelPicos,
              "Sum of the kernels' own times.")
          .column(15);

  /** A hash over all events. */
  public static final ResultField<String> FINGERPRINT =
      field("fingerprint", FieldType.hex(16), SIMULATED, RunResult::fingerprint, "Over all events.")
          .column(11)
          .differs(Difference.EFFECT, "other events");

  /** Identity of the trace. */
  public static final ResultField<String> TRACE_SHA256 =
      field("trace_sha256", FieldType.hex(64), SIMULATED, RunResult::traceSha256, "")
          .column(12)
          .differs(Difference.CAUSE, "another trace");

  /** Hash of the specification. */
  public static final ResultField<String> DEVICE_SHA256 =
      field("device_sha256", FieldType.hex(64), ALWAYS, r -> r.evidence().deviceSha256(), "")
          .column(13)
          .differs(Difference.CAUSE, "another specification");

  /** What bounds the time. */
  public static final ResultField<String> BOUND =
      field(
              "bound",
              FieldType.TEXT,
              KNOWN,
              RunResult::bound,
              "What bounds it; docs/results.md has the rule.")
          .column(10);

  /** Statistics. */
  public static final ResultField<SortedMap<String, BigDecimal>> STATISTICS =
      field(
              "statistics",
              FieldType.NUMBERS,
              ALWAYS,
              RunResult::statistics,
              "By name; what a device does not model is absent.")
          .column(16);

  /** Figures of this process. */
  public static final ResultField<RunResult.HostFigures> HOST =
      field("host", FieldType.<RunResult.HostFigures>detail(), OPTIONAL, RunResult::host, "")
          .column(18);

  /** Times by line. */
  public static final ResultField<LineTimes> BY_LINE =
      field("by_line", FieldType.<LineTimes>detail(), OPTIONAL, RunResult::lines, "");

  /** Critical paths. */
  public static final ResultField<CriticalPath> CRITICAL_PATH =
      field("critical_path", FieldType.<CriticalPath>detail(), OPTIONAL, RunResult::path, "");

  /** All fields in the order of documents and files. */
  public static final List<ResultField<?>> ALL = List.copyOf(DECLARED);

  /** Those that files of results keep. */
  public static final List<ResultField<?>> KEPT = ALL.stream().filter(ResultField::isKept).toList();

  /** Those that documents show. */
  public static final List<ResultField<?>> PRINTED =
      ALL.stream().filter(ResultField::isPrinted).toList();

  /** Those that tables have, in the order of their columns. */
  public static final List<ResultField<?>> COLUMNS =
      ALL.stream()
          .filter(f -> f.column() > 0)
          .sorted(Comparator.comparingInt(ResultField::column))
          .<ResultField<?>>map(f -> f)
          .toList();

  /** Numbers that every simulated result has. */
  public static final List<ResultField<Long>> NUMBERS = numbers();

  private static final Map<String, ResultField<Long>> NUMBERS_BY_NAME = // looked up only
      NUMBERS.stream().collect(Collectors.toMap(ResultField::name, field -> field));

  private ResultFields() {}

  private static <T> ResultField<T> field(
      String name,
      FieldType<T> type,
      Presence presence,
      Function<RunResult, T> of,
      String meaning) {
    ResultField<T> field = new ResultField<>(name, type, presence, of, meaning);
    DECLARED.add(field);
    return field;
  }

  @SuppressWarnings("unchecked") // counts and times are longs
  private static List<ResultField<Long>> numbers() {
    return ALL.stream()
        .filter(f -> f.kind() == Kind.COUNT || f.kind() == Kind.TIME)
        .filter(f -> f.presence() == SIMULATED)
        .map(f -> (ResultField<Long>) f)
        .toList();
  }

  /**
   * {@return one of {@link #NUMBERS}}
   *
   * @param name of any field, or of none
   */
  public static Optional<ResultField<Long>> number(String name) {
    return Optional.ofNullable(NUMBERS_BY_NAME.get(name));
  }

  /** The result that has these values; what is not kept has none. */
  static RunResult result(ResultValues v) {
    return new RunResult(
        new RunResult.Identity(
            v.get(WORKLOAD),
            v.get(DEVICE),
            v.get(DEVICE_NAME),
            v.get(PARAMETERS),
            v.get(OVERRIDES)),
        new RunResult.Outcome(v.get(STATUS), v.get(FAILURE), v.get(VERIFIED), v.get(MESSAGE)),
        new RunResult.Time(v.get(CYCLES), v.get(SECONDS), v.get(KERNEL_SECONDS), v.get(BOUND)),
        new RunResult.Evidence(v.get(FINGERPRINT), v.get(TRACE_SHA256), v.get(DEVICE_SHA256)),
        v.get(STATISTICS),
        new RunResult.Observed(v.get(HOST), v.get(BY_LINE), v.get(CRITICAL_PATH), null));
  }
}
