package scripted

// Scenario is one thing the server can play.
type Scenario struct{ Name, About string }

// scene is a scenario with what it plays.
type scene struct {
	name, about string
	play        func(q *request) *tape
}

// groups are all scenarios in the order in which they are listed.
var groups = [][]scene{
	{{"demo", "carries out simple goals on a phone with the tools of the request", demo}},
	agentScenes, shapeScenes, contentScenes, offering(toolScenes), offering(textToolScenes), usageScenes, endScenes, httpScenes, refusalScenes,
}

var scenes = func() map[string]func(*request) *tape {
	m := map[string]func(*request) *tape{}
	for _, g := range groups {
		for _, s := range g {
			m[s.name] = s.play
		}
	}
	return m
}()

// Scenarios lists the names and one line about each, in the order of GET /models.
func Scenarios() []Scenario {
	var out []Scenario
	for _, g := range groups {
		for _, s := range g {
			out = append(out, Scenario{s.name, s.about})
		}
	}
	return out
}

// always plays the same tape whatever the request says.
func always(make func() *tape) func(*request) *tape { return func(*request) *tape { return make() } }
