// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ResponseCurveTest {
  private static final double SMALL = 1e-12;
  private static final double[] EQUAL = {1, 1};

  @Test
  @DisplayName("the best value is that of least squares of the rows, by their weights")
  void theBestValueIsThatOfLeastSquares() {
    // rows with slopes 1 and 0.5; both want +0.1 and +0.1: x = (0.1 + 0.05 w) / (1 + 0.25 w)
    for (double w : new double[] {1, 4}) {
      ResponseCurve curve = new ResponseCurve(0, new double[] {0.1, 0.1}, new double[] {1, w});
      curve.add(-0.2, new double[] {-0.2, -0.1});
      curve.add(0, new double[] {0, 0});
      curve.add(0.2, new double[] {0.2, 0.1});
      double x = (0.1 + 0.05 * w) / (1 + 0.25 * w);
      assertThat(curve.fit().at()).isCloseTo(x, within(SMALL));
      double one = 0.1 - x;
      double other = 0.1 - x / 2;
      assertThat(curve.fit().squares()).isCloseTo(one * one + w * other * other, within(SMALL));
    }
  }

  @Test
  @DisplayName("between values that were simulated the curve is straight, and bends at them")
  void theCurveBendsAtValuesThatWereSimulated() {
    // time falls up to 0 and no farther: less is found, more is not
    double[] wished = {0.3, 0};
    ResponseCurve curve = new ResponseCurve(0, wished, EQUAL);
    curve.add(-0.2, new double[] {0.2, 0});
    curve.add(0, new double[] {0, 0});
    curve.add(0.2, new double[] {0, 0});
    assertThat(curve.fit().at()).isCloseTo(-0.3, within(SMALL)); // beyond, as between
    ResponseCurve other = new ResponseCurve(0, new double[] {-0.3, 0}, EQUAL);
    other.add(-0.2, new double[] {0.2, 0});
    other.add(0, new double[] {0, 0});
    other.add(0.2, new double[] {0, 0});
    assertThat(other.fit().at()).isZero();
  }

  @Test
  @DisplayName("a figure that is off by more than twice is not looked for")
  void aFigureThatIsOffByMoreThanTwiceIsNotLookedFor() {
    ResponseCurve curve = new ResponseCurve(5, new double[] {10, 10}, EQUAL);
    curve.add(5, new double[] {0, 0});
    curve.add(5.2, new double[] {0.2, 0.2});
    assertThat(curve.fit().at()).isCloseTo(5 + StrictMath.log(2), within(SMALL));
  }

  @Test
  @DisplayName("of values that leave as much, the one nearest to the device's own counts")
  void ofEqualsTheNearestToTheDevicesOwnCounts() {
    ResponseCurve curve = new ResponseCurve(0, new double[] {1, 0}, EQUAL);
    curve.add(-0.4, new double[] {0.5, 0});
    curve.add(-0.2, new double[] {0.5, 0});
    curve.add(0, new double[] {0, 0});
    curve.add(0.3, new double[] {0.5, 0});
    assertThat(curve.best().at()).isEqualTo(-0.2);
    assertThat(curve.response()).isEqualTo(0.5);
  }
}
