// SPDX-License-Identifier: Apache-2.0
package io.lockstep.explain.calibration;

import java.util.Arrays;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.SingularValueDecomposition;

/**
 * Weighted linear least squares of a suite's logarithms by the logarithms of parameters, around one
 * point. Immutable.
 */
final class LinearFit {
  /** Singular values below this share of the largest one are taken as 0. */
  private static final double SINGULAR = 1e-5;

  private final double[][] slopes; // by row, by parameter
  private final double[] weights;
  private final SingularValueDecomposition parts;

  /**
   * @param slopes change of each row's logarithm with each parameter's, by row
   * @param weights weight of each row; 0 leaves a row out
   */
  LinearFit(double[][] slopes, double[] weights) {
    this.slopes = slopes;
    this.weights = weights;
    double[][] scaled = new double[Math.max(slopes.length, slopes[0].length)][slopes[0].length];
    for (int i = 0; i < slopes.length; i++) {
      for (int j = 0; j < scaled[i].length; j++) {
        scaled[i][j] = Math.sqrt(weights[i]) * slopes[i][j];
      }
    }
    parts = new SingularValueDecomposition(new Array2DRowRealMatrix(scaled, false));
  }

  LinearFit weighted(double[] others) {
    return new LinearFit(slopes, others);
  }

  /** Returns the largest absolute slope of a parameter. */
  double elasticity(int parameter) {
    return Arrays.stream(slopes).mapToDouble(row -> Math.abs(row[parameter])).max().orElse(0);
  }

  /** Returns the change of the parameters that removes most of the rows' errors. */
  double[] step(double[] errors) {
    double[] scaled = new double[parts.getU().getRowDimension()];
    for (int i = 0; i < errors.length; i++) {
      scaled[i] = Math.sqrt(weights[i]) * errors[i];
    }
    double[] along = parts.getUT().operate(new ArrayRealVector(scaled)).toArray();
    double[] values = parts.getSingularValues();
    for (int k = 0; k < values.length; k++) {
      along[k] = isSingular(k) ? 0 : along[k] / values[k];
    }
    return parts.getV().operate(Arrays.copyOf(along, values.length));
  }

  private boolean isSingular(int k) {
    double[] values = parts.getSingularValues();
    return values[k] <= SINGULAR * values[0];
  }

  /**
   * Returns how strongly two parameters' fitted values depend on each other: 1 if only their
   * combination has an effect.
   */
  double correlation(int one, int other) {
    RealMatrix covariance = covariance();
    double own = covariance.getEntry(one, one) * covariance.getEntry(other, other);
    return own <= 0 ? 0 : Math.abs(covariance.getEntry(one, other)) / Math.sqrt(own);
  }

  /** Returns the variance of a fitted parameter if each row's error has the variance 1. */
  double variance(int parameter) {
    return covariance().getEntry(parameter, parameter);
  }

  /** Returns the inverse of the normal matrix; a direction without effect has a large variance. */
  private RealMatrix covariance() {
    double[] values = parts.getSingularValues();
    double[] inverse = new double[values.length];
    for (int k = 0; k < values.length; k++) {
      double value = Math.max(values[k], SINGULAR * values[0]);
      inverse[k] = 1 / (value * value);
    }
    RealMatrix v = parts.getV();
    RealMatrix scaled = v.copy();
    for (int k = 0; k < inverse.length; k++) {
      scaled.setColumnVector(k, v.getColumnVector(k).mapMultiply(inverse[k]));
    }
    return scaled.multiply(v.transpose());
  }
}
