//! The exact re-analysis on published queries with exact answers, and on whole surfaces between published frames.

use crate::common;
use crate::common::{Frames, Query};
use tangency_geometry::Vec3;
use tangency_geometry::bvh::Surface;
use tangency_geometry::continuous::{self, ContinuousCheck, Finding, Verdict};

type Decide = fn(&[Vec3; 4], &[Vec3; 4]) -> Option<Verdict>;

#[derive(Default, Debug)]
struct Tally {
    queries: usize,
    collisions: usize,
    proved: usize,
    undecided: usize,
}

/// Decides all queries: every collision must be found, and nothing else.
fn run(queries: &[Query], truth: Option<&[bool]>, decide: Decide, tally: &mut Tally) {
    for (k, query) in queries.iter().enumerate() {
        let collides = truth.map_or(query.collides, |truth| Some(truth[k]));
        let collides = collides.expect("every query has an answer");
        let verdict = decide(&query.start, &query.end);
        assert_eq!(verdict.is_some(), collides, "query {k}: {verdict:?}");
        tally.queries += 1;
        tally.collisions += usize::from(collides);
        match verdict {
            Some(Verdict::Touches { .. }) => tally.proved += 1,
            Some(Verdict::Undecided) => tally.undecided += 1,
            None => {}
        }
    }
}

fn kinds(short: bool) -> [(&'static str, Decide); 2] {
    let names = if short {
        ["vf", "ee"]
    } else {
        ["vertex-face", "edge-edge"]
    };
    [
        (names[0], continuous::point_triangle),
        (names[1], continuous::edge_edge),
    ]
}

#[test]
fn every_published_query_is_answered_right() {
    for (folder, parts) in [
        ("erleben-spike-hole", 1),
        ("erleben-spikes", 2),
        ("unit-tests", 2),
    ] {
        let mut tally = Tally::default();
        for (kind, decide) in kinds(false) {
            for part in 0..parts {
                let path = format!("ccd-queries/{folder}/{kind}/data_0_{part}.csv");
                if let Some(path) = common::reference(&path) {
                    run(&common::read_queries(&path), None, decide, &mut tally);
                }
            }
        }
        println!("{folder}: {tally:?}");
    }
}

#[test]
fn every_query_of_the_large_scenes_is_answered_right() {
    for (scene, frame) in [("rod-twist", 3036), ("cloth-funnel", 227)] {
        let mut tally = Tally::default();
        for (kind, decide) in kinds(true) {
            let queries =
                common::reference(&format!("ccd-scalable/{scene}/queries/{frame}{kind}.csv"));
            let truth = common::reference(&format!(
                "ccd-scalable/{scene}/mma_bool/{frame}{kind}_mma_bool.json"
            ));
            if let (Some(queries), Some(truth)) = (queries, truth) {
                let truth = common::read_json_bools(&truth);
                run(
                    &common::read_queries(&queries),
                    Some(&truth),
                    decide,
                    &mut tally,
                );
            }
        }
        println!("{scene}: {tally:?}");
    }
}

/// Over whole surfaces: as many pairs touch as the published queries say, among millions, for any number of threads.
#[test]
fn whole_surfaces_are_checked() {
    for (scene, frame, collisions) in [("rod-twist", 3036, 4944), ("cloth-funnel", 227, 134)] {
        let Some(frames) = common::frames(scene, frame) else {
            return;
        };
        let (findings, pairs) = check(&frames, 2);
        println!("{scene}: {pairs} pairs, {} findings", findings.len());
        assert_eq!(findings.len(), collisions);
        assert!(findings.is_sorted_by_key(|finding| finding.pair));
        assert_eq!((findings, pairs), check(&frames, 1));
    }
}

fn check(frames: &Frames, threads: usize) -> (Vec<Finding>, u64) {
    let surface = Surface {
        points: &frames.points,
        edges: &frames.edges,
        triangles: &frames.triangles,
    };
    let ends = std::iter::zip(&frames.start, &frames.displacement);
    let end: Vec<Vec3> = ends.map(|(x, p)| x + p).collect();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let mut check = ContinuousCheck::new();
    let started = std::time::Instant::now();
    let findings = pool
        .expect("a pool")
        .install(|| check.check(&surface, &frames.start, &end, |_| true));
    println!("{threads} threads: {:?}", started.elapsed());
    (findings, check.pairs_checked())
}
