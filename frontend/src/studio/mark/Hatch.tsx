const LINES = [
  { confidence: "95", thickness: 1.2 },
  { confidence: "80", thickness: 1.8 },
  { confidence: "50", thickness: 2.6 },
] as const;

/** The hatches of simulated intervals, once a page. */
export function Hatch() {
  return (
    <svg className="hatch" width={0} height={0} aria-hidden="true">
      <defs>
        {LINES.map(({ confidence, thickness }) => (
          <pattern
            key={confidence}
            id={`hatch-${confidence}`}
            width={4}
            height={4}
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect className="hatch-line" width={thickness} height={4} />
          </pattern>
        ))}
      </defs>
    </svg>
  );
}
