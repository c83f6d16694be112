package io.lockstep.run.result;

import io.lockstep.run.RunResult;
import java.math.BigDecimal;
import java.util.SortedMap;
import java.util.function.Function;

/**
 * A field of a result: what every form of it is made from. Immutable once declared.
 *
 * @param <T> class of its values
 */
public final class ResultField<T> {
  /** When a result has a field. */
  public enum Presence {
    /** Always, and it is not empty. */
    REQUIRED,
    /** Always, but it may be null or empty. */
    ALWAYS,
    /** Null in a document unless the result was simulated. */
    SIMULATED,
    /** Left out of a document where it is empty; tables have a column for it. */
    KNOWN,
    /** Left out of documents and tables where it is null. */
    OPTIONAL
  }

  /** What a value that differs from an earlier result's means. */
  public enum Difference {
    /** Nothing by itself. */
    NONE,
    /** Something else was asked for. */
    CAUSE,
    /** Something else came out. */
    EFFECT
  }

  private final String name;
  private final FieldType<T> type;
  private final Presence presence;
  private final Function<RunResult, T> of;
  private final String meaning;
  private int column;
  private boolean printed = true;
  private boolean kept = true;
  private boolean wording;
  private boolean later;
  private Difference difference = Difference.NONE;
  private String differs = "";

  ResultField(
      String name,
      FieldType<T> type,
      Presence presence,
      Function<RunResult, T> of,
      String meaning) {
    this.name = name;
    this.type = type;
    this.presence = presence;
    this.of = of;
    this.meaning = meaning;
    kept = type.kind() != FieldType.Kind.DETAIL;
  }

  /** Its place among the columns of CSV, from 1; scripts may count columns, so it never changes. */
  ResultField<T> column(int place) {
    column = place;
    return this;
  }

  /** Files of results keep it, documents and tables do not show it. */
  ResultField<T> notPrinted() {
    printed = false;
    return this;
  }

  /** It follows from other fields, so files of results do not keep it. */
  ResultField<T> derived() {
    kept = false;
    return this;
  }

  /** It may differ between results of the same key: names of files, words for figures. */
  ResultField<T> wording() {
    wording = true;
    return this;
  }

  /** Results that earlier versions kept do not have it. */
  ResultField<T> later() {
    later = true;
    return this;
  }

  /** A comparison with an earlier result says so where it differs. */
  ResultField<T> differs(Difference kind, String words) {
    difference = kind;
    differs = words;
    return this;
  }

  /** {@return its name in documents, tables and databases; a number's ends in its unit} */
  public String name() {
    return name;
  }

  /** {@return its name in files of results, which keep times in picoseconds} */
  public String keptName() {
    return type.kind() == FieldType.Kind.TIME ? name.replace("seconds", "picos") : name;
  }

  /** {@return what its values are} */
  public FieldType<T> type() {
    return type;
  }

  /** {@return what its values are, for writers} */
  public FieldType.Kind kind() {
    return type.kind();
  }

  /** {@return whether a value is one text or one number} */
  public boolean isScalar() {
    return switch (type.kind()) {
      case TEXT, HEX, WORD, FLAG, COUNT, TIME -> true;
      case TEXTS, NUMBERS, DETAIL -> false;
    };
  }

  /** {@return when a result has it} */
  public Presence presence() {
    return presence;
  }

  /** {@return what it means, for people; may be empty} */
  public String meaning() {
    return meaning;
  }

  /** {@return whether documents and tables show it} */
  public boolean isPrinted() {
    return printed;
  }

  /** {@return whether files of results keep it} */
  public boolean isKept() {
    return kept;
  }

  /** {@return whether it may differ between results of the same key} */
  public boolean isWording() {
    return wording;
  }

  /** {@return whether results that earlier versions kept do not have it} */
  public boolean isLater() {
    return later;
  }

  /** {@return what it means where it differs from an earlier result's} */
  public Difference difference() {
    return difference;
  }

  /** {@return what is said where it differs from an earlier result's} */
  public String differs() {
    return differs;
  }

  /** {@return its place among the columns of CSV, or 0 if it has none} */
  int column() {
    return column;
  }

  /**
   * {@return the value of a result, whether it was simulated or not}
   *
   * @param result any
   */
  public T of(RunResult result) {
    return of.apply(result);
  }

  /**
   * {@return the value that documents, tables and databases show; null where there is none}
   *
   * @param result any
   */
  public T shown(RunResult result) {
    T value = of.apply(result);
    boolean none =
        switch (presence) {
          case SIMULATED -> !result.isSimulated() && (!(value instanceof String s) || s.isEmpty());
          case KNOWN -> "".equals(value);
          case REQUIRED, ALWAYS, OPTIONAL -> false;
        };
    return none ? null : value;
  }

  /**
   * {@return the value of a result, of the kind of texts by name}
   *
   * @param result any
   */
  @SuppressWarnings("unchecked") // as its kind has it
  public SortedMap<String, String> texts(RunResult result) {
    return (SortedMap<String, String>) of(result);
  }

  /**
   * {@return the value of a result, of the kind of numbers by name}
   *
   * @param result any
   */
  @SuppressWarnings("unchecked") // as its kind has it
  public SortedMap<String, BigDecimal> numbers(RunResult result) {
    return (SortedMap<String, BigDecimal>) of(result);
  }

  /**
   * {@return {@link #shown} as text, of the kinds that are printed as text; null where there is
   * none}
   *
   * @param result any
   */
  public String text(RunResult result) {
    T value = shown(result);
    return value == null ? null : type.words(value);
  }

  /**
   * {@return the value as files of results keep it, of the kinds that are one text}
   *
   * @param result any
   */
  public String kept(RunResult result) {
    T value = of.apply(result);
    return value == null && kind() != FieldType.Kind.FLAG ? "" : type.text().apply(value);
  }

  @Override
  public String toString() {
    return name;
  }
}
