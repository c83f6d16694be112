package io.lockstep.observe;

import io.lockstep.io.output.OutputFile;
import io.lockstep.spi.SliceKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes a timeline as trace-event JSON (Google's "Trace Event Format", read by Perfetto and
 * chrome://tracing): a process for each unit of a device, a thread for each track, complete events
 * ({@code "ph":"X"}), times in microseconds with six digits. Details are left out. Not thread-safe.
 */
final class TimelineJson implements TimelineWriter {
  private static final int BUFFER = 1 << 16;
  private static final byte[][] PREFIX = new byte[SliceKind.values().length][];
  private static final byte[][] FIRST = new byte[SliceKind.values().length][];
  private static final byte[][] SECOND = new byte[SliceKind.values().length][];

  static {
    for (SliceKind kind : SliceKind.values()) {
      PREFIX[kind.ordinal()] = ascii(",\"cat\":\"" + kind.label() + "\",\"name\":\"");
      FIRST[kind.ordinal()] = ascii("\",\"args\":{\"" + kind.first() + "\":");
      SECOND[kind.ordinal()] = ascii(",\"" + kind.second() + "\":");
    }
  }

  private static final byte[] EVENT = ascii("{\"ph\":\"X\",\"pid\":");
  private static final byte[] TID = ascii(",\"tid\":");
  private static final byte[] TS = ascii(",\"ts\":");
  private static final byte[] DUR = ascii(",\"dur\":");
  private static final byte[] CLOSE = ascii("}}");

  private final OutputFile out;
  private final byte[] buffer = new byte[BUFFER];
  private final byte[] digits = new byte[24];
  private int size;
  private boolean any;

  private long intervals;
  private int devices;
  private String device = "";
  private TickScale scale;
  private final List<byte[]> kernels = new ArrayList<>();
  private final Map<String, Integer> processes = new LinkedHashMap<>(); // of this device
  private int processCount;
  private int[] threadCount = new int[64]; // by process
  private int tracks;
  private int[] pid = new int[64]; // by track of this part
  private int[] tid = new int[64];

  TimelineJson(OutputFile out) {
    this.out = out;
    text("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public void device(TimelineReader.Subject subject, List<String> kernelNames) {
    device = subject.id();
    scale = new TickScale(subject.tickHertz());
    kernels.clear();
    kernelNames.forEach(k -> kernels.add(escaped(k).getBytes(StandardCharsets.UTF_8)));
    processes.clear();
    devices++;
  }

  @Override
  public void part() {
    tracks = 0;
  }

  @Override
  public void track(String component, String lane, boolean detail) {
    if (tracks == pid.length) {
      pid = Arrays.copyOf(pid, 2 * tracks);
      tid = Arrays.copyOf(tid, 2 * tracks);
    }
    if (detail) {
      tracks++; // nothing of it is shown
      return;
    }
    int dot = component.indexOf('.');
    String unit = dot < 0 ? component : component.substring(0, dot);
    Integer process = processes.get(unit);
    if (process == null) {
      process = ++processCount;
      processes.put(unit, process);
      metadata("process_name", process, 0, "\"name\":\"" + escaped(device + " " + unit) + "\"");
      metadata(
          "process_sort_index", process, 0, "\"sort_index\":" + (devices * 1_000_000 + rank(unit)));
    }
    if (process >= threadCount.length) {
      threadCount = Arrays.copyOf(threadCount, 2 * process);
    }
    int thread = ++threadCount[process];
    String name = dot < 0 ? lane : component.substring(dot + 1) + " " + lane;
    metadata("thread_name", process, thread, "\"name\":\"" + escaped(name) + "\"");
    metadata("thread_sort_index", process, thread, "\"sort_index\":" + rank(dot, lane));
    pid[tracks] = process;
    tid[tracks++] = thread;
  }

  /** Launches first, then compute units, then the rest, each by number. */
  private static int rank(String unit) {
    return unit.equals(TimelineRecording.LAUNCHES)
        ? 0
        : 1 + (unit.startsWith("cu[") ? 0 : 500_000) + lastNumber(unit);
  }

  /** Groups first, then wavefronts, then what belongs to parts of the unit. */
  private static int rank(int dot, String lane) {
    return (dot >= 0 ? 2_000_000 : lane.startsWith("group") ? 0 : 1_000_000) + lastNumber(lane);
  }

  private static int lastNumber(String text) {
    String[] numbers = text.split("\\D+");
    String last = numbers.length == 0 ? "" : numbers[numbers.length - 1];
    return last.isEmpty() || last.length() > 5 ? 0 : Integer.parseInt(last);
  }

  private void metadata(String what, int process, int thread, String argument) {
    separate();
    text(
        "{\"ph\":\"M\",\"pid\":%s,\"tid\":%s,\"name\":\"%s\",\"args\":{%s}}"
            .formatted(process, thread, what, argument));
  }

  @Override
  public void slice(int track, SliceKind kind, long start, long end, long a, long b) {
    if (kind.isDetail()) {
      return;
    }
    intervals++;
    separate();
    put(EVENT);
    number(pid[track]);
    put(TID);
    number(tid[track]);
    long from = scale.picos(start);
    put(TS);
    micros(from);
    put(DUR);
    micros(scale.picos(end) - from);
    int k = kind.ordinal();
    put(PREFIX[k]);
    name(kind, a, b);
    put(FIRST[k]);
    number(a);
    put(SECOND[k]);
    number(b);
    put(CLOSE);
  }

  private void name(SliceKind kind, long a, long b) {
    switch (kind) {
      case LAUNCH -> put(a < kernels.size() ? kernels.get((int) a) : ascii("kernel " + a));
      case GROUP -> {
        text("group ");
        number(a);
      }
      case WAVEFRONT -> {
        text("wavefront ");
        number(a);
        put((byte) '.');
        number(b);
      }
      default -> text(kind.label());
    }
  }

  @Override
  public long intervals() {
    return intervals;
  }

  @Override
  public void end() {
    text("\n]}\n");
    flush();
  }

  private void separate() {
    if (any) {
      put((byte) ',');
    }
    any = true;
    put((byte) '\n');
  }

  private static String escaped(String text) {
    StringBuilder safe = new StringBuilder();
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') {
        safe.append('\\').append(c);
      } else if (c < ' ') {
        safe.append(String.format("\\u%04x", (int) c));
      } else {
        safe.append(c);
      }
    }
    return safe.toString();
  }

  private void text(String text) {
    put(text.getBytes(StandardCharsets.UTF_8));
  }

  private void put(byte[] bytes) {
    if (bytes.length > BUFFER - size) {
      flush();
      if (bytes.length > BUFFER) {
        out.write(bytes);
        return;
      }
    }
    System.arraycopy(bytes, 0, buffer, size, bytes.length);
    size += bytes.length;
  }

  private void put(byte value) {
    if (size == BUFFER) {
      flush();
    }
    buffer[size++] = value;
  }

  private void number(long value) {
    digits(value, 1);
  }

  /** Picoseconds as microseconds. */
  private void micros(long picos) {
    number(picos / 1_000_000);
    long rest = picos % 1_000_000;
    if (rest != 0) {
      put((byte) '.');
      digits(rest, 6);
    }
  }

  /** A number that is not negative, in at least so many digits. */
  private void digits(long value, int least) {
    int at = digits.length;
    long left = value;
    while (left > 0 || digits.length - at < least) {
      digits[--at] = (byte) ('0' + left % 10);
      left /= 10;
    }
    int n = digits.length - at;
    if (n > BUFFER - size) {
      flush();
    }
    System.arraycopy(digits, at, buffer, size, n);
    size += n;
  }

  private void flush() {
    out.write(buffer, 0, size);
    size = 0;
  }
}
