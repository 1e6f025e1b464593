// SPDX-License-Identifier: Apache-2.0
#include "bench/qhull_peer.hpp"

extern "C" {
#include <libqhull_r/qhull_ra.h>
}

namespace sunder::bench {

int facets_by_qhull(const std::vector<Vector3>& points) {
  std::vector<coordT> coordinates;
  for (const Vector3& point : points)
    coordinates.insert(coordinates.end(), point.begin(), point.end());
  qhT qhull;
  QHULL_LIB_CHECK
  qh_zero(&qhull, stderr);
  char options[] = "qhull Qt";
  const int failed = qh_new_qhull(&qhull, 3, static_cast<int>(points.size()), coordinates.data(),
                                  False, options, nullptr, stderr);
  const int facets = failed != 0 ? -1 : qhull.num_facets;
  qh_freeqhull(&qhull, qh_ALL);
  int rest = 0, total = 0;
  qh_memfreeshort(&qhull, &rest, &total);
  return facets;
}

std::string qhull_description() {
  return std::string(qh_version2) + ", Debian's binary, double; qh_new_qhull with Qt";
}

}  // namespace sunder::bench
