// SPDX-License-Identifier: Apache-2.0
package io.lockstep.workload.step;

import io.lockstep.workload.expression.LoopRange;
import io.lockstep.workload.expression.Scope;
import io.lockstep.workload.expression.TypedExpression;
import java.util.ArrayDeque;
import java.util.List;

/**
 * Walks the steps of a workload in the order of execution, unrolling loops.
 *
 * <p>Nothing is stored per iteration, so memory does not grow with the number of iterations.
 */
public final class StepWalker {
  /** Evaluates conditions that depend on device values. */
  public interface Condition {
    /** Returns whether the condition of a loop or conditional holds at this point. */
    boolean holds(TypedExpression condition, Scope scope);

    /** Returns whether a loop on an element is done; called after each iteration. */
    boolean met(Step.RepeatUntil loop, Scope scope);

    /** Returns the current value of the loop's element, for messages. */
    String found(Step.RepeatUntil loop, Scope scope);
  }

  private static final long MAX_STEPS = 1_000_000;

  private static final class Frame {
    final List<Step> steps;
    final Step loop;
    final Scope outer;
    final LoopRange.Bounds range; // range of a counted loop
    final long last; // last iteration of any other loop
    Scope scope;
    long round;
    int at;

    /** Creates a frame of steps that run once: the workload's steps or a branch. */
    Frame(List<Step> steps, Scope scope) {
      this(steps, null, scope, null, 0, 0);
    }

    private Frame(
        List<Step> steps, Step loop, Scope outer, LoopRange.Bounds range, long round, long last) {
      this.steps = steps;
      this.loop = loop;
      this.outer = outer;
      this.range = range;
      this.round = round;
      this.last = last;
      bind();
    }

    static Frame counted(Step.For loop, Scope outer, LoopRange.Bounds range) {
      return new Frame(loop.steps(), loop, outer, range, range.first(), 0);
    }

    static Frame rounds(Step loop, Scope outer, long most) {
      return new Frame(loop.inner(), loop, outer, null, 0, most - 1);
    }

    void bind() {
      scope = scopeOf(round);
    }

    /** Returns the scope of the body in an iteration. */
    Scope scopeOf(long number) {
      String variable = null;
      if (loop instanceof Step.For counted) {
        variable = counted.variable();
      } else if (loop instanceof Step.RepeatUntil repeat) {
        variable = repeat.variable();
      } else if (loop instanceof Step.While repeat) {
        variable = repeat.variable();
      }
      return variable == null ? outer : outer.with(variable, number);
    }
  }

  private final ArrayDeque<Frame> frames = new ArrayDeque<>();
  private final Condition condition;
  private long walked;

  public StepWalker(List<Step> steps, Scope scope, Condition condition) {
    this.condition = condition;
    frames.push(new Frame(steps, scope));
  }

  /** Returns the next step that is neither a loop nor a conditional, or null at the end. */
  public Step next() {
    while (!frames.isEmpty()) {
      Frame frame = frames.peek();
      if (frame.at == frame.steps.size()) {
        turn(frame);
        continue;
      }
      Step step = frame.steps.get(frame.at++);
      if (++walked > MAX_STEPS) {
        throw step.wrong("more than " + MAX_STEPS + " steps");
      }
      if (step instanceof Step.For loop) {
        LoopRange.Bounds range = loop.range().bounds(frame.scope);
        if (!range.isEmpty()) {
          frames.push(Frame.counted(loop, frame.scope, range));
        }
      } else if (step instanceof Step.RepeatUntil loop) {
        long most = loop.atMost().evaluate(frame.scope, "at_most", 1, Long.MAX_VALUE);
        frames.push(Frame.rounds(loop, frame.scope, most));
      } else if (step instanceof Step.While loop) {
        long most = loop.atMost().evaluate(frame.scope, "at_most", 1, Long.MAX_VALUE);
        Frame body = Frame.rounds(loop, frame.scope, most);
        if (!loop.first() || condition.holds(loop.condition(), body.scope)) {
          frames.push(body);
        }
      } else if (step instanceof Step.If choice) {
        boolean holds = condition.holds(choice.condition(), frame.scope);
        frames.push(new Frame(holds ? choice.steps() : choice.otherwise(), frame.scope));
      } else {
        return step;
      }
    }
    return null;
  }

  /** Returns the scope of the step that {@link #next()} returned. */
  public Scope scope() {
    return frames.peek().scope;
  }

  /** Starts the next iteration at the end of a body, or leaves the loop. */
  private void turn(Frame frame) {
    boolean done = frame.loop == null;
    if (frame.range != null) {
      done = !frame.range.hasNext(frame.round);
    } else if (frame.loop instanceof Step.RepeatUntil loop) {
      done = condition.met(loop, frame.outer);
      if (!done && frame.round == frame.last) {
        throw loop.wrong(
            "'%s[%s]' is %s after %s rounds, as many as at_most allows"
                .formatted(
                    loop.buffer(),
                    loop.index().evaluate(frame.outer),
                    condition.found(loop, frame.outer),
                    frame.last + 1));
      }
    } else if (frame.loop instanceof Step.While loop) {
      done = isDone(loop, frame);
    }
    if (done) {
      frames.pop();
      return;
    }
    frame.round = frame.range == null ? frame.round + 1 : frame.range.next(frame.round);
    frame.at = 0;
    frame.bind();
  }

  private boolean isDone(Step.While loop, Frame frame) {
    boolean done =
        loop.first()
            ? !condition.holds(loop.condition(), frame.scopeOf(frame.round + 1))
            : condition.holds(loop.condition(), frame.scope);
    if (!done && frame.round == frame.last) {
      throw loop.wrong(
          "'"
              + loop.condition()
              + (loop.first() ? "' still holds after " : "' does not hold after ")
              + (frame.last + 1)
              + " rounds, as many as at_most allows");
    }
    return done;
  }
}
