// The slow ring's measurement of the landing: what no machine changes is judged, the rest told.
import { runLandingBench } from './landing.ts';

await runLandingBench({ judgesSpeed: false });
