package io.lockstep.trace.workload;

import io.lockstep.trace.InputException;
import java.util.ArrayDeque;
import java.util.List;

/**
 * Walks the steps of a workload in the order of execution, loops unrolled on the way. One thread.
 *
 * <p>Nothing is kept per iteration, so a loop's length costs no memory.
 */
final class StepWalker {
  /** Tells whether a loop on a device value is done; asked after each of its rounds. */
  interface Condition {
    boolean met(Step.RepeatUntil loop, Scope scope);

    /** What the element holds, for messages. */
    String found(Step.RepeatUntil loop, Scope scope);
  }

  private static final long MAX_STEPS = 1_000_000;

  private static final class Frame {
    final List<Step> steps;
    final Step loop;
    final Scope outer;
    final long last;
    Scope scope;
    long round;
    int at;

    Frame(List<Step> steps, Step loop, Scope outer, long round, long last) {
      this.steps = steps;
      this.loop = loop;
      this.outer = outer;
      this.round = round;
      this.last = last;
      bind();
    }

    void bind() {
      String variable = null;
      if (loop instanceof Step.For counted) {
        variable = counted.variable();
      } else if (loop instanceof Step.RepeatUntil repeat) {
        variable = repeat.variable();
      }
      scope = variable == null ? outer : outer.with(variable, round);
    }
  }

  private final ArrayDeque<Frame> frames = new ArrayDeque<>();
  private final Condition condition;
  private long walked;

  StepWalker(List<Step> steps, Scope scope, Condition condition) {
    this.condition = condition;
    frames.push(new Frame(steps, null, scope, 0, 0));
  }

  /** The next step that is no loop, or null at the end. */
  Step next() {
    while (!frames.isEmpty()) {
      Frame frame = frames.peek();
      if (frame.at == frame.steps.size()) {
        turn(frame);
        continue;
      }
      Step step = frame.steps.get(frame.at++);
      if (++walked > MAX_STEPS) {
        throw new InputException(step.where(), "more than " + MAX_STEPS + " steps");
      }
      if (step instanceof Step.For loop) {
        long from = loop.from().evaluate(frame.scope);
        long below = loop.below().evaluate(frame.scope);
        if (from < below) {
          frames.push(new Frame(loop.steps(), loop, frame.scope, from, below - 1));
        }
      } else if (step instanceof Step.RepeatUntil loop) {
        long most = loop.atMost().evaluate(frame.scope, "at_most", 1, Long.MAX_VALUE);
        frames.push(new Frame(loop.steps(), loop, frame.scope, 0, most - 1));
      } else {
        return step;
      }
    }
    return null;
  }

  /** Values at the step that {@link #next()} found. */
  Scope scope() {
    return frames.peek().scope;
  }

  /** At the end of a body: another round, or out. */
  private void turn(Frame frame) {
    boolean done =
        frame.loop == null || frame.loop instanceof Step.For && frame.round == frame.last;
    if (frame.loop instanceof Step.RepeatUntil loop) {
      done = condition.met(loop, frame.outer);
      if (!done && frame.round == frame.last) {
        throw new InputException(
            loop.where(),
            "'"
                + loop.buffer()
                + "["
                + loop.index().evaluate(frame.outer)
                + "]' is "
                + condition.found(loop, frame.outer)
                + " after "
                + (frame.last + 1)
                + " rounds, as many as at_most allows");
      }
    }
    if (done) {
      frames.pop();
      return;
    }
    frame.round++;
    frame.at = 0;
    frame.bind();
  }
}
