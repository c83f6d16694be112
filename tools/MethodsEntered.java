// SPDX-License-Identifier: Apache-2.0
import com.sun.jdi.Bootstrap;
import com.sun.jdi.Method;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.MethodEntryEvent;
import com.sun.jdi.event.MethodExitEvent;
import com.sun.jdi.request.ClassPrepareRequest;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.EventRequestManager;
import com.sun.jdi.request.MethodEntryRequest;
import com.sun.jdi.request.MethodExitRequest;
import io.lockstep.run.Catalogue;
import io.lockstep.run.Plugins;
import io.lockstep.run.RunOptions;
import io.lockstep.run.program.Runner;
import io.lockstep.run.program.SharedProgram;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Counts the methods that one call enters; {@code methods-entered.sh} states the rules. */
final class MethodsEntered {
  private MethodsEntered() {}

  /**
   * @param args {@code run WORKLOAD DEVICE} runs a program once; {@code count FIRST INCLUDED
   *     EXCLUDED OPTIONS COMMAND} launches a command and counts what its method FIRST enters
   */
  public static void main(String[] args) throws Exception {
    if (args[0].equals("run")) {
      Catalogue catalogue = new Catalogue(Plugins.providers(List.of()));
      SharedProgram.run(
          new Runner(catalogue, Plugins.frontends()),
          Path.of(args[1]),
          Map.of("n", "256"),
          List.of(new Runner.Target(catalogue.spec(args[2]))),
          RunOptions.defaults());
    } else {
      print(entered(args[1], args[2].split(","), args[3].split(","), launch(args[4], args[5])));
    }
  }

  private static VirtualMachine launch(String options, String command) throws Exception {
    LaunchingConnector launcher = Bootstrap.virtualMachineManager().defaultConnector();
    Map<String, Connector.Argument> arguments = launcher.defaultArguments();
    arguments.get("options").setValue(options);
    arguments.get("main").setValue(command);
    VirtualMachine vm = launcher.launch(arguments);
    Thread messages =
        new Thread(
            () -> {
              try {
                vm.process().getErrorStream().transferTo(System.err);
              } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            });
    messages.start();
    return vm;
  }

  /** Returns the methods of the first call of a method, in the order of their first entries. */
  private static Set<Method> entered(
      String first, String[] included, String[] excluded, VirtualMachine vm) throws Exception {
    EventRequestManager requests = vm.eventRequestManager();
    ClassPrepareRequest loads = requests.createClassPrepareRequest();
    loads.addClassFilter(first.substring(0, first.lastIndexOf('.')));
    loads.enable();
    vm.resume();
    Set<Method> entered = new LinkedHashSet<>();
    int depth = 0;
    try {
      while (true) {
        EventSet events = vm.eventQueue().remove();
        for (Event event : events) {
          if (event instanceof ClassPrepareEvent loaded) {
            for (Method method : loaded.referenceType().methods()) {
              if (name(method).equals(first) && !method.isAbstract()) {
                requests.createBreakpointRequest(method.location()).enable();
              }
            }
          } else if (event instanceof BreakpointEvent reached) {
            requests.deleteAllBreakpoints(); // the rest of the program ran at full speed
            entered.add(reached.location().method());
            depth = 1;
            listen(requests, reached.location().declaringType().name(), included, excluded);
          } else if (event instanceof MethodEntryEvent entry && depth > 0) {
            depth += name(entry.method()).equals(first) ? 1 : 0;
            if (counts(entry.method())) {
              entered.add(entry.method());
            }
          } else if (event instanceof MethodExitEvent exit && name(exit.method()).equals(first)) {
            depth--;
            if (depth == 0) {
              vm.exit(0);
              return entered;
            }
          }
        }
        if (events.suspendPolicy() != EventRequest.SUSPEND_NONE) {
          events.resume();
        }
      }
    } catch (VMDisconnectedException e) {
      throw new IllegalStateException(first + " did not return");
    }
  }

  private static void listen(
      EventRequestManager requests, String type, String[] included, String[] excluded) {
    for (String pattern : included) {
      MethodEntryRequest entries = requests.createMethodEntryRequest();
      entries.addClassFilter(pattern);
      for (String other : excluded) {
        entries.addClassExclusionFilter(other);
      }
      entries.setSuspendPolicy(EventRequest.SUSPEND_NONE);
      entries.enable();
    }
    MethodExitRequest exits = requests.createMethodExitRequest();
    exits.addClassFilter(type);
    exits.setSuspendPolicy(
        EventRequest.SUSPEND_ALL); // the program must not end before its events are read
    exits.enable();
  }

  private static boolean counts(Method method) {
    return !method.isStaticInitializer()
        && !method.isBridge()
        && !method.declaringType().name().contains("$$Lambda");
  }

  private static String name(Method method) {
    return method.declaringType().name() + "." + method.name();
  }

  private static void print(Set<Method> entered) {
    Map<String, Integer> classes = new LinkedHashMap<>();
    int returns = 0;
    String last = "";
    for (Method method : entered) {
      String type = method.declaringType().name();
      returns += !type.equals(last) && classes.containsKey(type) ? 1 : 0;
      classes.merge(type, 1, Integer::sum);
      last = type;
    }
    System.out.printf(
        "%d methods, %d classes, %d returns%n", entered.size(), classes.size(), returns);
    classes.forEach((type, count) -> System.out.printf("%6d %s%n", count, type));
  }
}
