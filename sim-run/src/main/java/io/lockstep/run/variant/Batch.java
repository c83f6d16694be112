package io.lockstep.run.variant;

import io.lockstep.run.Failure;
import io.lockstep.run.RunResult;
import io.lockstep.run.Runner;
import io.lockstep.run.SharedProgram;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The requests of one call: which thread does what next, and what has come of it. A program is
 * opened and executed when threads run out of simulations, so that few are open at a time; of the
 * simulations that are ready the longest goes first, as far as that is known. Thread-safe.
 */
final class Batch {
  /** The requests of one workload and parameters. */
  static final class Group {
    private final List<Integer> ready = new ArrayList<>();
    private Programs.Lease lease; // null before it is open, and after its last request
    private SharedProgram program; // what is known of it, also later
    private String text = "";
    private int left;

    int size() {
      return ready.size();
    }

    Programs.Lease lease() {
      return lease;
    }

    /** What is executed, as text; empty where nobody needs to know. */
    String text() {
      return text;
    }
  }

  /**
   * What a thread is to do: prepare a group, or run a request of one.
   *
   * @param index of the request, or -1
   */
  record Task(Group group, int index) {}

  private final List<Request> requests;
  private final RunResult[] results;
  private final Group[] groupOf;
  private final List<Group> closed = new ArrayList<>(); // not begun, in order
  private final List<Group> open = new ArrayList<>();
  private final Map<String, Double> rates = new TreeMap<>(); // by device: time a byte of records
  private final VariantListener listener;
  private final int threads;
  private int preparing;
  private RuntimeException fault; // of the first request that has one
  private int faultIndex = Integer.MAX_VALUE;
  private Throwable defect;
  private boolean stopped;

  Batch(List<Request> requests, VariantListener listener, int threads) {
    this.requests = List.copyOf(requests);
    this.listener = listener;
    this.threads = threads;
    results = new RunResult[requests.size()];
    groupOf = new Group[requests.size()];
    Map<List<Object>, Group> byPoint = new LinkedHashMap<>();
    for (int i = 0; i < results.length; i++) {
      Request r = requests.get(i);
      groupOf[i] = byPoint.computeIfAbsent(List.of(r.workload(), r.parameters()), k -> new Group());
      groupOf[i].ready.add(i);
      groupOf[i].left++;
    }
    closed.addAll(byPoint.values());
  }

  Request request(int index) {
    return requests.get(index);
  }

  /** The requests of a group that nobody has begun. */
  synchronized List<Integer> waiting(Group group) {
    return List.copyOf(group.ready);
  }

  /** What to do next; null where there is nothing more. Waits where that is not known yet. */
  synchronized Task next() throws InterruptedException {
    while (!stopped) {
      int ready = open.stream().mapToInt(Group::size).sum();
      if (!closed.isEmpty() && ready < threads && open.size() + preparing <= threads) {
        preparing++;
        return new Task(closed.remove(0), -1);
      }
      if (ready > 0) {
        return longest();
      }
      if (preparing == 0 && closed.isEmpty()) {
        return null;
      }
      wait();
    }
    return null;
  }

  private Task longest() {
    Task best = null;
    double most = -1;
    for (Group group : open) {
      for (int index : group.ready) {
        Double rate = rates.get(requests.get(index).spec().id());
        double time = rate == null ? Double.MAX_VALUE : rate * group.program.bytes();
        if (time > most) {
          most = time;
          best = new Task(group, index);
        }
      }
    }
    best.group().ready.remove((Integer) best.index());
    return best;
  }

  /** A group has been read: results of it can be told even if they are not there. */
  synchronized void read(Group group, SharedProgram program, String text) {
    group.program = program;
    group.text = text;
  }

  /** A group's requests can be run, if any are left. */
  synchronized void prepared(Group group, Programs.Lease lease) {
    preparing--;
    if (group.ready.isEmpty()) {
      notifyAll();
      return;
    }
    group.lease = lease;
    group.program = lease.program();
    open.add(group);
    notifyAll();
  }

  /** A group will not be opened: its requests have their results. */
  synchronized void dropped() {
    preparing--;
    notifyAll();
  }

  /** A request has been simulated; whether its group's program is needed no more. */
  boolean simulated(Task task, RunResult result, long nanos) {
    done(task.index(), result);
    synchronized (this) {
      Group group = task.group();
      if (result.isSimulated() && group.program.bytes() > 0) {
        rates.put(result.device(), (double) nanos / group.program.bytes());
      }
      if (group.left == 0 && group.lease != null) {
        open.remove(group);
        return true;
      }
      return false;
    }
  }

  /** A request has its result. */
  void done(int index, RunResult result) {
    synchronized (this) {
      Group group = groupOf[index];
      group.ready.remove((Integer) index);
      group.left--;
      results[index] = result;
    }
    synchronized (listener) {
      listener.done(requests.get(index), result);
    }
  }

  /** Replaces a result by one of a second try. */
  synchronized void again(int index, RunResult result) {
    results[index] = result;
  }

  /** What is wrong with a request's input ends everything that comes after it in order. */
  synchronized void fault(int index, RuntimeException e) {
    if (index < faultIndex) {
      faultIndex = index;
      fault = e;
    }
    closed.removeIf(group -> group.ready.get(0) > faultIndex);
    open.forEach(group -> group.ready.removeIf(i -> i > faultIndex));
    notifyAll();
  }

  /** Something is wrong with Lockstep itself, or it is to end: nothing more is begun. */
  synchronized void stop(Throwable e) {
    defect = defect == null ? e : defect;
    stopped = true;
    notifyAll();
  }

  /** Throws what has to be thrown. */
  synchronized void rethrow() {
    if (defect instanceof Error e) {
      throw e;
    }
    if (defect != null) {
      throw (RuntimeException) defect;
    }
    if (fault != null) {
      throw fault;
    }
  }

  /** Requests whose result is a failure of a kind, in order. */
  synchronized List<Integer> failed(Failure why) {
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < results.length; i++) {
      if (results[i] != null && results[i].failure() == why) {
        all.add(i);
      }
    }
    return all;
  }

  /** Results as they are now, in order; of workloads that have not been read, none. */
  synchronized List<RunResult> standing() {
    List<RunResult> all = new ArrayList<>();
    for (int i = 0; i < results.length; i++) {
      SharedProgram program = groupOf[i].program;
      if (results[i] != null) {
        all.add(results[i]);
      } else if (program != null) {
        all.add(program.without(target(i), Failure.INTERRUPTED, "interrupted"));
      }
    }
    return all;
  }

  Runner.Target target(int index) {
    return new Runner.Target(requests.get(index).spec(), requests.get(index).problem());
  }
}
