// The slow ring's measurement of the landing: Lighthouse's simulated figures are judged, observed ones told.
import { runLandingBench } from './landing.ts';

await runLandingBench({ judgesObserved: false });
