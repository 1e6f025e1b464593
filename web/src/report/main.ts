// SPDX-License-Identifier: Apache-2.0
//
// The page of `sunder check --html`.
import "../viewer/page.css";
