// SPDX-License-Identifier: Apache-2.0
package io.lockstep.advise;

import io.lockstep.run.answer.Answer;
import java.util.List;

/**
 * The findings for one device.
 *
 * @param device as named by the user
 * @param picos time of the workload at launch phase 0, picoseconds; 0 if missing
 * @param findings at most {@value Advisor#MOST} findings, the largest gain first
 * @param problem reason for a missing time, or empty
 */
public record DeviceAdvice(String device, long picos, List<Advice> findings, String problem) {
  static final Answer<DeviceAdvice> ANSWER =
      Answer.<DeviceAdvice>part()
          .text("device", "As named by the user.", DeviceAdvice::device)
          .integer(
              "picoseconds", "Time at launch phase 0; 0 if there is none.", DeviceAdvice::picos)
          .textOrNull("problem", "Reason for missing advice.", DeviceAdvice::problem);

  public DeviceAdvice {
    findings = List.copyOf(findings);
  }
}
