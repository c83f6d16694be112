package io.lockstep.bench;

import io.lockstep.bench.whole.LockstepEngine;
import io.lockstep.core.engine.BinaryHeapQueue;
import io.lockstep.core.engine.EventQueue;
import io.lockstep.core.engine.Phase;
import io.lockstep.core.engine.Simulation;
import io.lockstep.core.engine.TimingWheel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** T12: the order of events against a reference queue, and ticks with more events than the ring. */
final class OrderLines {
  private static final int KINDS = 13;
  private static final int[] SIZES = {1, 3, 100, 5_000, 60_000};

  private OrderLines() {}

  static List<Line> measure(Context context) {
    return List.of(order(), largeTick());
  }

  private static Line order() {
    Map<String, int[]> workloads = new LinkedHashMap<>();
    workloads.put("gpu", Increments.gpu());
    workloads.put("exponential", Increments.exponential());
    workloads.put("far", Increments.bimodal());
    workloads.put("uniform", Increments.uniform());
    workloads.put("same tick", Increments.sameTick());
    workloads.put("beyond", Increments.beyond());
    int combinations = 0;
    List<String> different = new ArrayList<>();
    for (Map.Entry<String, int[]> workload : workloads.entrySet()) {
      for (int size : SIZES) {
        combinations++;
        long reference = hash(new BinaryHeapQueue(), workload.getValue(), size);
        for (int window : new int[] {TimingWheel.WINDOW, 64}) {
          if (hash(new TimingWheel(window), workload.getValue(), size) != reference) {
            different.add(workload.getKey() + " " + size + " window " + window);
          }
        }
      }
    }
    String what = "order of events against a reference heap";
    return Line.equal(
            "T12",
            different.isEmpty() ? what : what + "; differs: " + different,
            different.isEmpty())
        .with("combinations", combinations);
  }

  /** Executes events, one in sixteen of which schedules in its own tick; hashes their order. */
  private static long hash(EventQueue queue, int[] increments, int pending) {
    for (int k = 0; k < KINDS; k++) {
      queue.kind(k, phase(k));
    }
    long random = Increments.mix(pending);
    for (int i = 0; i < pending; i++) {
      random = Increments.mix(random + i);
      int kind = (int) ((random >>> 8) % KINDS);
      queue.add((random >>> 20) % 700, kind, event(kind, i), 0);
    }
    long hash = 0;
    int budget = 200_000 + 2 * pending;
    int next = 0;
    long[] slice = new long[64];
    for (int done = 0; done < budget; ) {
      long tick = queue.nextTick();
      queue.open(tick);
      int pass = 0;
      do {
        int kind;
        while ((kind = queue.nextKind()) >= 0) {
          for (int left = queue.remaining(); left > 0; ) {
            int n = Math.min(left, slice.length);
            queue.take(slice, 0, n);
            left -= n;
            done += n;
            for (int i = 0; i < n; i++) {
              hash = Increments.mix(hash ^ tick * 64 + pass) + slice[i];
              random = Increments.mix(random + slice[i]);
              int to = (int) ((random >>> 8) % KINDS);
              long event = event(to, (int) slice[i] + 1);
              if (pass < 5 && (random & 15) == 0) {
                queue.addNow(to, event, 0, phase(to).compareTo(phase(kind)) <= 0);
              } else {
                queue.add(tick + increments[next++ & Increments.MASK], to, event, 0);
              }
            }
          }
        }
        pass++;
      } while (queue.nextPass());
    }
    if (queue.size() != pending) {
      throw new IllegalStateException("the queue has lost events");
    }
    return hash;
  }

  private static long event(int kind, int argument) {
    return (long) kind << 58 | argument & 0xFFFFFFFFL;
  }

  private static Phase phase(int kind) {
    return Phase.values()[kind * 7 % 3];
  }

  /** 200,000 events in one tick, with rings of 64 to 65,536 slots and with the reference queue. */
  private static Line largeTick() {
    int[] crowded = new int[Increments.SIZE];
    int[] gpu = Increments.gpu();
    for (int i = 0; i < crowded.length; i++) {
      crowded[i] = (i & 3) == 0 ? 4_096 : gpu[i];
    }
    int pending = 200_000;
    String reference =
        fingerprint(Simulation.builder().eventQueue(BinaryHeapQueue::new), pending, oneTick());
    boolean equal = true;
    for (int slots : new int[] {64, 1_024, 2_048, 65_536}) {
      equal &=
          reference.equals(fingerprint(Simulation.builder().ringSize(slots), pending, oneTick()));
    }
    String mixed =
        fingerprint(Simulation.builder().eventQueue(BinaryHeapQueue::new), pending, crowded);
    for (int slots : new int[] {64, 2_048}) {
      equal &= mixed.equals(fingerprint(Simulation.builder().ringSize(slots), pending, crowded));
    }
    return Line.equal(
            "T12", "a tick of more events than the ring completes, same fingerprint", equal)
        .with("events_in_a_tick", pending);
  }

  private static int[] oneTick() {
    int[] same = new int[Increments.SIZE];
    java.util.Arrays.fill(same, 7);
    return same;
  }

  private static String fingerprint(Simulation.Builder builder, int pending, int[] increments) {
    LockstepEngine engine = new LockstepEngine(builder.build(), increments, pending);
    engine.run(1_000_000);
    return engine.fingerprint();
  }
}
