// SPDX-License-Identifier: Apache-2.0
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
 * The plan of a sweep file. The points of a workload are consecutive, and within a workload, the
 * points with equal parameters. Thread-safe, but an iterator is not.
 */
public final class SweepPlan implements Plan {
  public static final long MOST_POINTS = 100_000_000;

  /** Maximum number of combinations for which conditions are evaluated. */
  private static final long MOST_LOOKED = 100_000_000;

  private final SweepFile file;
  private final List<PlanBlock> blocks = new ArrayList<>();
  private final long[] ends; // end index (exclusive) of each block

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
   * @throws InputException if the file is wrong, with file, line and column
   */
  public static SweepPlan read(Path path, Catalogue catalogue) {
    return of(SweepFile.read(path), catalogue);
  }

  /**
   * Resolves the names of a sweep file.
   *
   * @param file the sweep, with the options of the command line applied
   * @throws InputException if the file is wrong, with file, line and column
   */
  public static SweepPlan of(SweepFile file, Catalogue catalogue) {
    return new SweepPlan(new Lookup(catalogue).of(file));
  }

  /**
   * Reads a self-contained plan written by {@link #text}; workloads and devices need not exist.
   *
   * @throws InputException if the file is not a self-contained plan
   */
  public static SweepPlan frozen(Path path) {
    return frozen(SweepFile.read(path));
  }

  /**
   * Returns the plan of a sweep file that was read from the output of {@link #text}.
   *
   * @throws InputException if the file is not a self-contained plan
   */
  public static SweepPlan frozen(SweepFile file) {
    return new SweepPlan(file);
  }

  /** Returns the sweep file with resolved includes and names. */
  public SweepFile file() {
    return file;
  }

  /** Formats the plan as a self-contained file, which {@link #frozen} reads. */
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

  private final class Points implements Iterator<Point> {
    private long index;
    private int at;
    private PlanCursor cursor; // at the previous point, or null at the start of a block

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
      long left = points - 1; // up to the point before the next point
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
