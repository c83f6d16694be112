// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.plan;

import io.lockstep.io.InputException;
import io.lockstep.io.expression.Expression;
import io.lockstep.sweep.file.Computed;
import io.lockstep.sweep.file.Design;
import io.lockstep.sweep.file.DesignCoordinate;
import io.lockstep.sweep.file.Listed;
import io.lockstep.sweep.file.Named;
import io.lockstep.sweep.file.SweepFile;
import io.lockstep.sweep.file.SweepSection;
import io.lockstep.sweep.file.SweepVariable;
import io.lockstep.sweep.file.Zip;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The points of a workload: axes (the first varies slowest), computed values, conditions. */
final class PlanBlock {
  static final String DEVICE = "device";

  static final String PHASE = "phase";

  static final String WORKLOAD = "workload";

  /** A column of an axis. */
  record Place(int axis, int column) {}

  /** A parameter or figure computed by an expression. */
  record Made(String name, Computed how) {}

  private final Path workload;
  private final List<PlanAxis> axes = new ArrayList<>();
  private final Map<String, Place> parameters = new LinkedHashMap<>();
  // by key, with the question mark of an optional name
  private final Map<String, Place> settings = new LinkedHashMap<>();
  private final Map<String, Place> names = new LinkedHashMap<>(); // names that expressions read
  private final Map<String, Expression> formulas = new LinkedHashMap<>();
  private final List<Made> madeParameters = new ArrayList<>();
  private final List<Made> madeSettings = new ArrayList<>();
  // by the last axis that the conditions read
  private final List<List<Expression>> conditions = new ArrayList<>();
  private final int devices;

  /**
   * @param file a resolved file, which contains the paths, devices and names of points
   */
  PlanBlock(SweepFile file, Path workload, SweepSection section) {
    this.workload = workload;
    lists(section.parameters(), parameters);
    for (Zip zip : section.zips()) {
      int column = 0;
      for (Named named : zip.all()) {
        Place place = new Place(axes.size(), column);
        (column < zip.parameters().size() ? parameters : settings).put(named.key(), place);
        names.put(named.name(), place);
        column++;
      }
      axes.add(PlanAxis.Lists.of(zip.all()));
    }
    drawn(section, file.design());
    lists(section.settings(), settings);
    devices = axes.size();
    names.put(DEVICE, new Place(devices, 0));
    axes.add(new PlanAxis.Lists(List.of(section.devices().orElseThrow())));
    names.put(PHASE, new Place(axes.size(), 0));
    axes.add(new PlanAxis.Phases(file.work().phases()));
    for (SweepVariable variable : file.variables()) {
      formulas.put(variable.name(), variable.value());
    }
    computed(section.parameters(), madeParameters);
    computed(section.settings(), madeSettings);
    axes.forEach(axis -> conditions.add(new ArrayList<>()));
    for (Expression condition : section.conditions()) {
      conditions.get(last(condition, 0)).add(condition);
    }
  }

  private void lists(List<Named> all, Map<String, Place> places) {
    for (Named named : all) {
      if (named.values() instanceof Listed) {
        places.put(named.key(), new Place(axes.size(), 0));
        names.put(named.name(), new Place(axes.size(), 0));
        axes.add(PlanAxis.Lists.of(List.of(named)));
      }
    }
  }

  private void drawn(SweepSection section, Design design) {
    List<DesignCoordinate> columns = new ArrayList<>();
    columns(section.parameters(), parameters, columns);
    columns(section.settings(), settings, columns);
    if (!columns.isEmpty()) {
      axes.add(new PlanAxis.Drawn(columns, DesignRows.of(design, columns.size())));
    }
  }

  private void columns(List<Named> all, Map<String, Place> places, List<DesignCoordinate> columns) {
    for (Named named : all) {
      if (named.values() instanceof DesignCoordinate coordinate) {
        Place place = new Place(axes.size(), columns.size());
        places.put(named.key(), place);
        names.put(named.name(), place);
        columns.add(coordinate);
      }
    }
  }

  private void computed(List<Named> all, List<Made> made) {
    for (Named named : all) {
      if (named.values() instanceof Computed computed) {
        formulas.put(named.name(), computed.expression());
        made.add(new Made(named.key(), computed));
      }
    }
  }

  /** Returns the last axis that an expression reads. */
  private int last(Expression expression, int depth) {
    if (depth > formulas.size()) {
      throw new InputException(expression.where(), "is computed from itself");
    }
    int last = 0;
    for (String name : expression.names()) {
      if (names.containsKey(name)) {
        last = Math.max(last, names.get(name).axis());
      } else if (formulas.containsKey(name)) {
        last = Math.max(last, last(formulas.get(name), depth + 1));
      } else if (!name.equals(WORKLOAD)) {
        throw new InputException(expression.where(), "the name '" + name + "' has no value");
      }
    }
    return last;
  }

  Path workload() {
    return workload;
  }

  List<PlanAxis> axes() {
    return axes;
  }

  Map<String, Place> parameters() {
    return parameters;
  }

  Map<String, Place> settings() {
    return settings;
  }

  Map<String, Place> names() {
    return names;
  }

  Map<String, Expression> formulas() {
    return formulas;
  }

  List<Made> madeParameters() {
    return madeParameters;
  }

  List<Made> madeSettings() {
    return madeSettings;
  }

  int devices() {
    return devices;
  }

  /** Returns the conditions that can be evaluated once the step on this axis is chosen. */
  List<Expression> conditions(int axis) {
    return conditions.get(axis);
  }

  /** Returns the number of leading axes that conditions read; the remaining axes are free. */
  int conditional() {
    Predicate<List<Expression>> none = List::isEmpty;
    int count = conditions.size();
    while (count > 0 && none.test(conditions.get(count - 1))) {
      count--;
    }
    return count;
  }
}
