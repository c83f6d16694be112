package io.lockstep.sweep.plan;

import io.lockstep.io.InputException;
import io.lockstep.io.expression.Expression;
import io.lockstep.run.Catalogue;
import io.lockstep.study.point.Point;
import io.lockstep.sweep.file.Item;
import io.lockstep.sweep.file.SweepFile;
import io.lockstep.sweep.file.SweepSection;
import io.lockstep.sweep.file.WorkloadEntry;
import io.lockstep.sweep.point.Plan;
import io.lockstep.sweep.point.PointLimits;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;

/**
 * The plan of a sweep file. Points of one workload are consecutive, and within them those of equal
 * parameters. Thread-safe; an iterator is not.
 */
public final class SweepPlan implements Plan {
  /** Most points of a sweep. */
  public static final long MOST_POINTS = 100_000_000;

  /** Maximum number of combinations for which conditions are evaluated. */
  private static final long MOST_LOOKED = 100_000_000;

  private final SweepFile file;
  private final List<PlanBlock> blocks = new ArrayList<>();
  private final long[] ends; // index behind the last point of each block

  private SweepPlan(SweepFile file) {
    this.file = file;
    ends = new long[file.workloads().size()];
    long end = 0;
    for (WorkloadEntry entry : file.workloads()) {
      Path path = entry.folder().resolve(entry.file().text());
      SweepSection section = entry.own().over(file.common());
      if (section.devices().isEmpty()) {
        throw new InputException(entry.file().where(), "the key 'devices' is missing");
      }
      PlanBlock block = new PlanBlock(file, path, section);
      end += count(block, entry, end);
      ends[blocks.size()] = end;
      blocks.add(block);
    }
    if (end == 0) {
      throw new InputException(
          file.workloads().get(0).own().conditions().get(0).where(),
          "no point is left: no combination of values fulfils the conditions");
    }
  }

  /**
   * Reads a sweep file and resolves its names.
   *
   * @param path the sweep file
   * @param catalogue of devices
   * @return the plan
   * @throws InputException if it is wrong: file, line, column
   */
  public static SweepPlan read(Path path, Catalogue catalogue) {
    return of(SweepFile.read(path), catalogue);
  }

  /**
   * Looks up all that a sweep file names.
   *
   * @param file the sweep, command line applied
   * @param catalogue devices that it may name
   * @return the plan
   * @throws InputException if it is wrong: file, line, column
   */
  public static SweepPlan of(SweepFile file, Catalogue catalogue) {
    return new SweepPlan(new Lookup(catalogue).of(file));
  }

  /**
   * Reads the self-contained text of a plan; workloads and devices need not exist.
   *
   * @param path a file with the result of {@link #text}
   * @return the same plan
   * @throws InputException if it is no such text
   */
  public static SweepPlan frozen(Path path) {
    return frozen(SweepFile.read(path));
  }

  /**
   * {@return the plan of a self-contained text}
   *
   * @param file result of {@link #text}, parsed
   * @throws InputException if it is no such text
   */
  public static SweepPlan frozen(SweepFile file) {
    return new SweepPlan(file);
  }

  /** {@return the sweep file with resolved includes and names} */
  public SweepFile file() {
    return file;
  }

  /** {@return the plan as a file: {@link #frozen} reads the same points from it} */
  public String text() {
    return file.text();
  }

  private static long count(PlanBlock block, WorkloadEntry entry, long before) {
    PlanCursor cursor = new PlanCursor(block, MOST_LOOKED);
    long count = 0;
    while (cursor.front()) {
      if (cursor.whole() > MOST_POINTS || (count += cursor.whole()) + before > MOST_POINTS) {
        throw new InputException(
            entry.file().where(), "a sweep has at most " + MOST_POINTS + " points");
      }
    }
    if (cursor.looked() > MOST_LOOKED) {
      throw new InputException(
          entry.file().where(),
          "conditions are held against at most "
              + MOST_LOOKED
              + " combinations; give smaller lists, or those that conditions read first");
    }
    return count;
  }

  @Override
  public long size() {
    return ends[ends.length - 1];
  }

  @Override
  public PointLimits limits() {
    return file.work().limits();
  }

  @Override
  public Map<String, Expression> formulas() {
    Map<String, Expression> formulas = new TreeMap<>();
    file.variables().forEach(v -> formulas.put(v.name(), v.value()));
    return formulas;
  }

  @Override
  public List<String> kept() {
    return file.work().kept().stream().map(Item::text).toList();
  }

  @Override
  public Iterator<Point> iterator(long first) {
    return new Points(first);
  }

  /** Iterates over the points, block by block. */
  private final class Points implements Iterator<Point> {
    private long index;
    private int at;
    private PlanCursor cursor; // at the point before, or null in front of a block

    Points(long first) {
      index = first;
      while (at < blocks.size() && ends[at] <= index) {
        at++;
      }
      if (at < blocks.size()) {
        skip(index - (at == 0 ? 0 : ends[at - 1]));
      }
    }

    /** Skips points of a block without generating them. */
    private void skip(long points) {
      if (points == 0) {
        return;
      }
      cursor = new PlanCursor(blocks.get(at));
      long left = points - 1; // to the point before the next
      cursor.front();
      while (left >= cursor.whole()) {
        left -= cursor.whole();
        cursor.front();
      }
      cursor.behind(left);
    }

    @Override
    public boolean hasNext() {
      return index < size();
    }

    @Override
    public Point next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      while (index >= ends[at]) {
        at++;
        cursor = null;
      }
      if (cursor == null) {
        cursor = new PlanCursor(blocks.get(at));
      }
      cursor.next();
      return cursor.point(index++);
    }
  }
}
